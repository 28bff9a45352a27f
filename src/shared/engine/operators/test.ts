import type { Leaf } from '../../schemas/condition.ts'

/** Whether a value passes, at an instant in epoch ms. Total: a value of the wrong type does not pass. */
export type Test = (value: unknown, nowMs: number) => boolean

/** Makes the test of a leaf, with everything that can be done once done. Throws what `malformed` makes. */
export type Prepare = (leaf: Leaf) => Test

/** A document that cannot be evaluated; whoever compiles a flag turns it into PARSE_ERROR. */
export const malformed = (problem: string): Error => new SyntaxError(problem)

/** The values of a leaf as texts. */
export const textsOf = (leaf: Leaf): string[] =>
  leaf.values.map((value) => {
    if (typeof value !== 'string') throw malformed(`${leaf.operator} takes texts, not ${JSON.stringify(value)}`)
    return value
  })

/** The values of a leaf as finite numbers, exactly as many as wanted. */
export const numbersOf = (leaf: Leaf, wanted: number): number[] => {
  const numbers = leaf.values.filter((value) => typeof value === 'number' && Number.isFinite(value))
  if (numbers.length !== wanted || leaf.values.length !== wanted) {
    throw malformed(`${leaf.operator} takes ${wanted === 1 ? 'one number' : `${wanted} numbers`}`)
  }
  // The filter leaves numbers only.
  return numbers as number[]
}

/** The one value of a leaf, parsed. */
export const onlyOf = <T>(leaf: Leaf, parse: (value: unknown) => T | undefined, what: string): T => {
  const parsed = leaf.values.length === 1 ? parse(leaf.values[0]) : undefined
  if (parsed === undefined) throw malformed(`${leaf.operator} takes one ${what}`)
  return parsed
}
