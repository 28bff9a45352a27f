import { orderOf, relation } from './number.ts'
import { quietly } from './quietly.ts'
import type { Ask, TestOf } from './test.ts'
import { textOf } from './text.ts'

/*
 * The condition's text is cast to the type the attribute has. The run times differ: Node reads numbers with parseFloat and
 * takes any text for true but "false" and "False"; Python first makes numbers of texts that look like them, and a text that
 * cannot be cast makes the test false, `ne` too. `loose` compares as JavaScript does when nothing is cast. Objects and
 * lists are the text that JavaScript makes of them.
 */

const toBoolean = (text: string): boolean => text !== 'False' && text !== 'false'
const looksNumeric = /^[+-]?(?:\d+|\d*\.\d+|\d+\.)$/

const node = (value: unknown, text: string): [number | string, number | string] | undefined => {
  if (typeof value === 'boolean') return [Number(value), Number(toBoolean(text))]
  if (typeof value === 'number') return [value, Number.parseFloat(text)]
  return asTexts(value, text)
}

const asTexts = (value: unknown, text: string): [string, string] | undefined => {
  const own = quietly(() => textOf(value))
  return own === undefined ? undefined : [own, text]
}

const loose = (value: unknown, text: string): [number | string, number | string] | undefined =>
  typeof value === 'boolean' || typeof value === 'number' ? [Number(value), Number(text)] : asTexts(value, text)

const pythonNumber = (text: string): number | undefined => (looksNumeric.test(text.trim()) ? Number(text) : undefined)

const python = (value: unknown, text: string): [number | string, number | string] | undefined => {
  if (typeof value === 'boolean') return [Number(value), Number(toBoolean(text))]
  const number = typeof value === 'string' ? pythonNumber(value) : value
  if (typeof number === 'number') {
    const wanted = pythonNumber(text)
    return wanted === undefined ? undefined : [number, wanted]
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
    return holds(orderOf<number | string>(a, b))
  }
}
