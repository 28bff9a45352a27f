import { readerLocale } from './time/reader-locale.ts'

/** English regions write a thousand `K` or `k`, a million `M` or `m`, which is a metre to others: one letter for all of them. */
const letters: Readonly<Record<string, string>> = { K: 'k', m: 'M', bn: 'B', tn: 'T' }

/** Writes counts in as few letters as a table has room for, with the marks of a region. */
export const compactCountIn = (region: string): ((count: number) => string) => {
  const format = new Intl.NumberFormat(region, { notation: 'compact', maximumSignificantDigits: 3 })
  const isEnglish = new Intl.Locale(region).language === 'en'
  return (count) =>
    format
      .formatToParts(count)
      .map(({ type, value }) => (isEnglish && type === 'compact' ? (letters[value] ?? value) : value))
      .join('')
}

/** A count for this reader: `412`, `9.4k`, `1.21M`. */
export const compactCount: (count: number) => string = compactCountIn(readerLocale)
