import { locale, locales } from '../../../shared/text/time/locale.ts'

const cookieName = 'fanion-locale'
const aYearInSeconds = 31_536_000

/** The language chosen in this browser. Null if none was, so the browser’s preferences apply. */
export const chosenLocale = (): string | null =>
  document.cookie
    .split('; ')
    .find((cookie) => cookie.startsWith(`${cookieName}=`))
    ?.slice(cookieName.length + 1) ?? null

/** Stores or clears the language. In a cookie, because the server delivers the page in that language. */
export const chooseLocale = (locale: string | null): void => {
  const age = locale === null ? 0 : aYearInSeconds
  // The Cookie Store API is not available in every browser yet.
  // oxlint-disable-next-line unicorn/no-document-cookie
  document.cookie = `${cookieName}=${locale ?? ''}; path=/; max-age=${age}; samesite=lax`
}

/** Applies the account’s language to this browser. Reloads the page if the language changes. */
export const followLocale = (own: string | null): void => {
  if (own === null || own === chosenLocale()) return
  chooseLocale(own)
  if (own !== locale && locales.includes(own)) location.reload()
}
