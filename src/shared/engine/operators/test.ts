import type { Leaf } from '../../schemas/condition.ts'

/** Whether a value matches, at an instant in epoch ms. Total: a value of the wrong type does not match. */
export type Test = (value: unknown, nowMs: number) => boolean

/** Compiles the test of a leaf, doing as much as possible once. Throws an error of `malformed`. */
export type Prepare = (leaf: Leaf) => Test

/** Creates the error for a document that cannot be evaluated. The flag compiler reports it as `PARSE_ERROR`. */
export const malformed = (problem: string): Error => new SyntaxError(problem)

export const textsOf = (leaf: Leaf): string[] =>
  leaf.values.map((value) => {
    if (typeof value !== 'string') throw malformed(`${leaf.operator} takes texts, not ${JSON.stringify(value)}`)
    return value
  })

/** Returns the values of a leaf as finite numbers, of which there must be `wanted`. */
export const numbersOf = (leaf: Leaf, wanted: number): number[] => {
  const numbers = leaf.values.filter((value) => typeof value === 'number' && Number.isFinite(value))
  if (numbers.length !== wanted || leaf.values.length !== wanted) {
    throw malformed(`${leaf.operator} takes ${wanted === 1 ? 'one number' : `${wanted} numbers`}`)
  }
  // Safe cast: only numbers pass the filter.
  return numbers as number[]
}

export const onlyOf = <T>(leaf: Leaf, parse: (value: unknown) => T | undefined, what: string): T => {
  const parsed = leaf.values.length === 1 ? parse(leaf.values[0]) : undefined
  if (parsed === undefined) throw malformed(`${leaf.operator} takes one ${what}`)
  return parsed
}
