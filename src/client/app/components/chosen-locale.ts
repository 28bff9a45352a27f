import { locale, locales } from '../../../shared/text/time/locale.ts'

const cookieName = 'fanion-locale'
const aYearInSeconds = 31_536_000

/** The language that was chosen in this browser; null where none was, and the browser's own wishes decide. */
export const chosenLocale = (): string | null =>
  document.cookie
    .split('; ')
    .find((cookie) => cookie.startsWith(`${cookieName}=`))
    ?.slice(cookieName.length + 1) ?? null

/** Keeps a choice of language, or none. It is a cookie, since the server hands out the page of that language. */
export const chooseLocale = (locale: string | null): void => {
  const age = locale === null ? 0 : aYearInSeconds
  // the store that would replace this line is not in every browser yet
  // oxlint-disable-next-line unicorn/no-document-cookie
  document.cookie = `${cookieName}=${locale ?? ''}; path=/; max-age=${age}; samesite=lax`
}

/** Takes over what somebody chose in another browser: kept in this one, and the page loaded anew where it speaks another language. */
export const followLocale = (own: string | null): void => {
  if (own === null || own === chosenLocale()) return
  chooseLocale(own)
  if (own !== locale && locales.includes(own)) location.reload()
}
