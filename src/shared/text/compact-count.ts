import { readerLocale } from './time/reader-locale.ts'

const compact = new Intl.NumberFormat(readerLocale, { notation: 'compact', maximumSignificantDigits: 3 })

/** A count in as few letters as a table has room for: `412`, `9.4K`, `1.21M`. */
export const compactCount = (count: number): string => compact.format(count)
