import { catchContextErrors } from './catch-context-errors.ts'
import { orderOf, relation } from './number.ts'
import type { Ask, TestOf } from './test.ts'
import { byCodePoint, textOf } from './text.ts'

/*
 * Casts the condition's text to the type of the attribute.
 * - Node reads numbers with `parseFloat`, and treats every text except "false" and "False" as true.
 * - Python first converts numeric texts to integers or floats. A text that cannot be cast makes the test false, even
 *   for `ne`. Texts are ordered by code point.
 * - `loose` compares as JavaScript does without a cast.
 * Objects and lists become the text that JavaScript makes of them.
 */

const toBoolean = (text: string): boolean => text !== 'False' && text !== 'false'
const node = (value: unknown, text: string): [number | string, number | string] | undefined => {
  if (typeof value === 'boolean') return [Number(value), Number(toBoolean(text))]
  if (typeof value === 'number') return [value, Number.parseFloat(text)]
  return asTexts(value, text)
}

const asTexts = (value: unknown, text: string): [string, string] | undefined => {
  const own = catchContextErrors(() => textOf(value))
  return own === undefined ? undefined : [own, text]
}

const loose = (value: unknown, text: string): [number | string, number | string] | undefined =>
  typeof value === 'boolean' || typeof value === 'number' ? [Number(value), Number(text)] : asTexts(value, text)

const wholeText = /^-?[0-9]+$/
const numberText = /^-?[0-9]+(?:\.[0-9]+)?$/
/** `int(text)` and `float(text)`. */
const intText = /^\s*[+-]?\d+(?:_\d+)*\s*$/
const floatText = /^\s*[+-]?(?:\d+(?:_\d+)*(?:\.(?:\d+(?:_\d+)*)?)?|\.\d+(?:_\d+)*)(?:e[+-]?\d+)?\s*$/i
const namedFloat = /^\s*([+-]?)(?:(inf(?:inity)?)|nan)\s*$/i

const pythonFloat = (text: string): number | undefined => {
  if (floatText.test(text)) return Number(text.replaceAll('_', ''))
  const [found, sign, infinite] = namedFloat.exec(text) ?? []
  if (found === undefined) return undefined
  return infinite === undefined ? Number.NaN : Number(`${sign}Infinity`)
}

const python = (value: unknown, text: string): [number | string, number | string] | undefined => {
  if (typeof value === 'boolean') return [Number(value), Number(toBoolean(text))]
  const isWhole =
    typeof value === 'string' ? wholeText.test(value) : Number.isInteger(value) && Math.abs(Number(value)) < 1e21
  if (typeof value === 'number' || (typeof value === 'string' && numberText.test(value))) {
    const wanted = isWhole ? (intText.test(text) ? Number(text.replaceAll('_', '')) : undefined) : pythonFloat(text)
    return wanted === undefined ? undefined : [Number(value), wanted]
  }
  return typeof value === 'string' ? [value, text] : undefined
}

const casts: Readonly<Record<TestOf<'cast.rel'>['profile'], typeof node>> = { node, python, loose }

export const castRel = ({ rel, value: text, profile }: TestOf<'cast.rel'>): Ask => {
  const [cast, holds] = [casts[profile], relation(rel)]
  return (value) => {
    const pair = cast(value, text)
    if (pair === undefined) return 'invalid'
    const [a, b] = pair
    const isText = profile === 'python' && typeof a === 'string' && typeof b === 'string'
    return holds(isText ? byCodePoint(a, b) : orderOf<number | string>(a, b))
  }
}
