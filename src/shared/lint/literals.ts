import { everyFamily } from '../engine/operators/every-family.ts'
import { positiveOf } from '../engine/operators/negation.ts'
import { prepare } from '../engine/operators/table.ts'
import type { Test } from '../engine/operators/test.ts'
import { type OperatorFacts, operatorFacts } from '../operators.ts'
import type { Condition, Leaf, Operator, Scalar } from '../schemas/condition.ts'

/** A condition without parts that shall hold, or shall not. */
export type Literal = { readonly condition: Condition; readonly holds: boolean }

/**
 * Whether literals might all be true at once. `false` is certain: the values that could pass are tried with the tests that
 * the engine runs, and of ranges the ends.
 */
export const mayHoldTogether = (literals: readonly Literal[]): boolean => {
  const leaves = new Map<string, SignedLeaf[]>()
  const others: Literal[] = []
  for (const { condition, holds } of literals) {
    if (condition !== true && 'operator' in condition) {
      const leaf = signed(condition, holds)
      if (leaf !== null) leaves.set(condition.attribute, [...(leaves.get(condition.attribute) ?? []), leaf])
    } else others.push({ condition, holds })
  }
  return noneOpposed(others) && variantsMeet(others) && [...leaves.values()].every(someValuePasses)
}

/** The test of a leaf's positive operator, and whether it has to pass. */
type SignedLeaf = { leaf: Leaf; operator: Operator; test: Test; passes: boolean }

/** Null where the leaf cannot be evaluated: then it says nothing. */
const signed = (leaf: Leaf, holds: boolean): SignedLeaf | null => {
  try {
    const operator = positiveOf(leaf.operator)
    const negated = operator !== leaf.operator
    return { leaf, operator, test: prepare(leaf, everyFamily), passes: holds !== negated }
  } catch {
    return null
  }
}

/** What compares with the clock: no value passes or fails it by itself. */
const isTimed = (operator: Operator): boolean => operatorFacts[operator].kind === 'duration'

/** What is there and still does not exist. */
const absent: readonly unknown[] = [undefined, null, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]

const someValuePasses = (leaves: readonly SignedLeaf[]): boolean => {
  const passes = (value: unknown) => leaves.every((one) => isTimed(one.operator) || one.test(value, 0) === one.passes)
  const only = onlyValues(leaves)
  if (only !== null) return only.some(passes)
  return noLeavesOpposed(leaves) && rangesMeet(leaves)
}

/** The only values that could pass, where they can be listed. */
const onlyValues = (leaves: readonly SignedLeaf[]): readonly unknown[] | null => {
  const lists = leaves.filter(({ leaf, operator, passes }) => passes && isList(operator) && leaf.ignoreCase !== true)
  const [shortest] = lists.toSorted((a, b) => a.leaf.values.length - b.leaf.values.length)
  if (shortest !== undefined) return shortest.leaf.values
  return leaves.some(({ operator, passes }) => operator === 'exists' && !passes) ? absent : null
}

const isList = (operator: Operator): boolean => operator === 'is' || operator === 'isOneOf'

const nameOf = ({ leaf, operator }: SignedLeaf): string =>
  JSON.stringify([isList(operator) ? 'isOneOf' : operator, valuesOf(leaf), leaf.ignoreCase === true])

const valuesOf = ({ values }: Leaf): string[] => [...new Set(values.map((value) => JSON.stringify(value)))].sort()

/** No test has to pass and to fail. */
const noLeavesOpposed = (leaves: readonly SignedLeaf[]): boolean => {
  const passing = new Set(leaves.filter(({ passes }) => passes).map(nameOf))
  return !leaves.some((one) => !one.passes && passing.has(nameOf(one)))
}

/** Which end of a range a test is, and of which kind of value; turned around, it is the other end. */
const boundsOf = ({ operator }: SignedLeaf): OperatorFacts => operatorFacts[operator]

/**
 * Whether every lower bound lies below every upper one. A test that fails bounds from the other side, as long as another
 * one makes sure that there is a value of its kind.
 */
const rangesMeet = (leaves: readonly SignedLeaf[]): boolean => {
  const parts = leaves.flatMap(ends)
  const kinds = new Set(parts.filter(({ passes }) => passes).map((part) => boundsOf(part).kind))
  const known = parts.filter((part) => kinds.has(boundsOf(part).kind))
  const from = (part: SignedLeaf) => ((boundsOf(part).bounds === 'below') === part.passes ? 'below' : 'above')
  const below = known.filter((one) => from(one) === 'below')
  const above = known.filter((one) => from(one) === 'above')
  return below.every((low) =>
    above.every((high) => {
      if (boundsOf(low).kind !== boundsOf(high).kind) return true
      // each end passes the other's test, or nothing between them does
      return at(high, low.leaf.values[0]) && at(low, high.leaf.values[0])
    }),
  )
}

const at = ({ test, passes }: SignedLeaf, end: unknown): boolean => test(end, 0) === passes

/** A leaf as tests with one end each; none where it bounds nothing. */
const ends = (one: SignedLeaf): SignedLeaf[] => {
  if (boundsOf(one).bounds !== undefined) return [one]
  if (one.operator !== 'between' || !one.passes) return []
  const [low = 0, high = 0]: readonly Scalar[] = one.leaf.values
  const end = (operator: 'atLeast' | 'atMost', value: Scalar) =>
    signed({ attribute: one.leaf.attribute, operator, values: [value] }, true)
  return [end('atLeast', low), end('atMost', high)].filter((part) => part !== null)
}

/** No segment, slice or flag is asked for and ruled out by the same words. */
const noneOpposed = (literals: readonly Literal[]): boolean => {
  const asked = new Set(literals.filter(({ holds }) => holds).map(({ condition }) => JSON.stringify(condition)))
  return !literals.some(({ condition, holds }) => !holds && asked.has(JSON.stringify(condition)))
}

/** A flag answers with one variant: those that conditions ask for have one in common. */
const variantsMeet = (literals: readonly Literal[]): boolean => {
  const wanted = new Map<string, string[]>()
  for (const { condition, holds } of literals) {
    if (condition === true || !('flag' in condition) || !holds) continue
    const known = wanted.get(condition.flag)
    wanted.set(
      condition.flag,
      condition.variants.filter((variant) => known?.includes(variant) ?? true),
    )
  }
  for (const { condition, holds } of literals) {
    if (condition === true || !('flag' in condition) || holds) continue
    const known = wanted.get(condition.flag)
    if (known !== undefined)
      wanted.set(
        condition.flag,
        known.filter((variant) => !condition.variants.includes(variant)),
      )
  }
  return [...wanted.values()].every((variants) => variants.length > 0)
}
