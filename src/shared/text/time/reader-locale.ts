import { locale } from './locale.ts'

const languageOf = (name: string): string => new Intl.Locale(name).language

/**
 * The locale for dates and numbers: that of the browser if it has the language of the texts, such as `en-US` or
 * `de-AT`. English without a region uses `en-GB`.
 */
export const regionOf = (own: string, language: string): string => {
  if (languageOf(own) === languageOf(language) && own !== 'en') return own
  return language === 'en' ? 'en-GB' : language
}

/** The current user's locale for dates and numbers. */
export const readerLocale: string = regionOf(Intl.DateTimeFormat().resolvedOptions().locale, locale)
