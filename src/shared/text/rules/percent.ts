import { locale } from '../time/locale.ts'
import { readerLocale } from '../time/reader-locale.ts'

/** Formats weight units of 0.001 %: `25%`, `12.5%` or `0.005%`. */
export const percent = (weightPer100k: number): string => `${Number((weightPer100k / 1_000).toFixed(3))}%`

/** The plural forms of a counted noun in a language. U+E000 is the placeholder for the number. */
export type PluralForms = { readonly other: string } & { readonly [form in Intl.LDMLPluralRule]?: string }

/**
 * A count with its noun, for example `1 rule` or `3 rules`. A build for another language replaces the two English words
 * with its own plural forms.
 */
export const counted = (count: number, one: string | PluralForms, many?: string): string => {
  const number = count.toLocaleString(readerLocale)
  if (typeof one === 'string') return `${number} ${count === 1 ? one : (many ?? `${one}s`)}`
  return (one[plurals.select(count)] ?? one.other).replaceAll('\uE000', number)
}

const plurals = new Intl.PluralRules(locale)
