import { locale } from './locale.ts'

const languageOf = (name: string): string => new Intl.Locale(name).language

/**
 * How the reader's region writes dates and numbers, in the language of the words: that of the browser where it speaks the
 * same language, as `en-US` or `de-AT`. English without a region of its own is written as in `en-GB`.
 */
export const regionOf = (own: string, language: string): string => {
  if (languageOf(own) === languageOf(language) && own !== 'en') return own
  return language === 'en' ? 'en-GB' : language
}

/** How this reader's dates and numbers are written. */
export const readerLocale: string = regionOf(Intl.DateTimeFormat().resolvedOptions().locale, locale)
