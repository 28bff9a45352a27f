import { readerLocale } from '../../../../shared/text/time/reader-locale.ts'

const short = new Intl.NumberFormat(readerLocale, { notation: 'compact', maximumSignificantDigits: 3 })

/** A number on an axis: `1.2M`, `826K`, `42`. */
export const axisNumber = (value: number): string => short.format(value)
