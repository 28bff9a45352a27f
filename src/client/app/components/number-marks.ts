import { readerLocale } from '../../../shared/text/time/reader-locale.ts'

const parts = new Intl.NumberFormat(readerLocale).formatToParts(1_234_567.5)
const markOf = (type: 'group' | 'decimal') => parts.find((part) => part.type === type)?.value

/** Separators of number inputs in the user’s locale. */
export const numberMarks = {
  thousandSeparator: markOf('group') ?? ' ',
  decimalSeparator: markOf('decimal') ?? '.',
}
