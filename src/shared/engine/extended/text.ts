import type { Fold, Stringifier } from '../../schemas/extended-attribute.ts'
import { isList } from '../operators/list.ts'
import { catchContextErrors } from './catch-context-errors.ts'

/** Converts a value, including objects, to text with JavaScript's rules, as the reproduced vendors do. May throw. */
// oxlint-disable-next-line typescript/no-base-to-string
export const textOf = (value: unknown): string => String(value)

const isTextList = (value: unknown): value is string[] =>
  isList(value) && value.every((element) => typeof element === 'string')

/**
 * Converters by profile; undefined if the value has no text. The profiles are documented at the schema of
 * `Stringifier`.
 */
const stringifiers: Readonly<Record<Stringifier, (value: unknown) => string | undefined>> = {
  none: () => undefined,
  js: textOf,
  comma: (value) => {
    if (value instanceof Date) return String(value.getTime() / 1000)
    return isTextList(value) ? JSON.stringify(value) : textOf(value)
  },
  json: (value) => JSON.stringify(value),
  integer: (value) => (Number.isInteger(value) ? String(value) : undefined),
  noBool: (value) => (typeof value === 'number' ? String(value) : undefined),
  listed: (value) => {
    if (isList(value)) return value.map((one) => (typeof one === 'string' ? one : '')).join() || undefined
    if (typeof value === 'object' || value === undefined) return undefined
    return Object.is(value, -0) ? '-0' : textOf(value)
  },
  jsJoin: (value) => (value === null || value === undefined ? '' : textOf(value)),
}

export const stringifier = (kind: Stringifier): ((value: unknown) => string | undefined) => {
  const make = stringifiers[kind]
  return (value) => (typeof value === 'string' ? value : catchContextErrors(() => make(value)))
}

const folds: Readonly<Record<Fold, (text: string) => string>> = {
  none: (text) => text,
  lower: (text) => text.toLowerCase(),
  ascii: (text) => text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase()),
}

export const folder = (fold: Fold = 'none'): ((text: string) => string) => folds[fold]

/** Compares two texts by code point, which is the order of their UTF-8 bytes. */
export const byCodePoint = (a: string, b: string): number => {
  let at = 0
  while (at < a.length && at < b.length && a.charCodeAt(at) === b.charCodeAt(at)) at += 1
  if (at === a.length || at === b.length) return a.length - b.length
  // If only the second halves of pairs differ, both are in the same plane, in which halves are in order.
  return rank(a.charCodeAt(at)) - rank(b.charCodeAt(at))
}

/** Ranks surrogates above all other code units, because pairs encode code points above them. */
const rank = (unit: number): number => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit)
