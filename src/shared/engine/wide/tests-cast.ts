import { orderOf, relation } from './number.ts'
import type { Ask, TestOf } from './test.ts'

/*
 * The condition's text is cast to the type the attribute has. The run times differ: Node reads numbers with parseFloat and
 * takes any text for true but "false" and "False"; Python first makes numbers of texts that look like them, and a text that
 * cannot be cast makes the test false, `ne` too.
 */

const toBoolean = (text: string): boolean => text !== 'False' && text !== 'false'
const looksNumeric = /^[+-]?(?:\d+|\d*\.\d+|\d+\.)$/

const node = (value: unknown, text: string): [number | string, number | string] | undefined => {
  if (typeof value === 'boolean') return [Number(value), Number(toBoolean(text))]
  if (typeof value === 'number') return [value, Number.parseFloat(text)]
  return typeof value === 'string' ? [value, text] : undefined
}

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

const casts: Readonly<Record<TestOf<'cast.rel'>['profile'], typeof node>> = { node, python }

export const castRel = ({ rel, value: text, profile }: TestOf<'cast.rel'>): Ask => {
  const [cast, holds] = [casts[profile], relation(rel)]
  return (value) => {
    const pair = cast(value, text)
    if (pair === undefined) return 'invalid'
    const [a, b] = pair
    return holds(orderOf<number | string>(a, b))
  }
}
