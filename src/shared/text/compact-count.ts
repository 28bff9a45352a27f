import { readerLocale } from './time/reader-locale.ts'

/**
 * English regions abbreviate thousand as `K` or `k` and million as `M` or `m`. `m` also means meter, so all regions use
 * the same letters.
 */
const letters: Readonly<Record<string, string>> = { K: 'k', m: 'M', bn: 'B', tn: 'T' }

/** Creates a formatter for counts that fit a table cell, with the number format of a region. */
export const compactCountIn = (region: string): ((count: number) => string) => {
  const format = new Intl.NumberFormat(region, { notation: 'compact', maximumSignificantDigits: 3 })
  const isEnglish = new Intl.Locale(region).language === 'en'
  return (count) =>
    format
      .formatToParts(count)
      .map(({ type, value }) => (isEnglish && type === 'compact' ? (letters[value] ?? value) : value))
      .join('')
}

/** Formats a count for the current user: `412`, `9.4k`, `1.21M`. */
export const compactCount: (count: number) => string = compactCountIn(readerLocale)
