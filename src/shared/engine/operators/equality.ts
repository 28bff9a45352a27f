import { foldedPattern } from './fold.ts'
import { malformed, type Prepare, type Test } from './test.ts'

/** Matches if a value is present: not missing, null, NaN or infinite. */
export const exists: Prepare = () => (value) =>
  value !== undefined && value !== null && (typeof value !== 'number' || Number.isFinite(value))

/** Matches if the value equals any of `values`, including its type. `ignoreCase` uses Unicode simple case folding. */
export const isOneOf: Prepare = (leaf) => {
  for (const value of leaf.values) {
    const type = typeof value
    if (type !== 'string' && type !== 'boolean' && !Number.isFinite(value)) {
      throw malformed(`${leaf.operator} takes texts, numbers and booleans`)
    }
  }
  const exact: Test = leaf.values.length <= 4 ? sameAsAny(leaf.values) : inSet(new Set<unknown>(leaf.values))
  const texts = leaf.values.filter((value) => typeof value === 'string')
  if (leaf.ignoreCase !== true || texts.length === 0) return exact
  const folded = foldedPattern('^(?:', texts, ')$')
  return (value, nowMs) => (typeof value === 'string' ? folded.test(value) : exact(value, nowMs))
}

/**
 * Compares up to three values one by one, which is faster and smaller than a set. Missing values repeat the last one.
 */
const sameAsAny = (values: readonly unknown[]): Test => {
  const last = values.at(-1)
  if (last === undefined) return () => false
  const [a = last, b = last, c = last] = values
  return (value) => value === a || value === b || value === c || value === last
}

const inSet =
  (wanted: ReadonlySet<unknown>): Test =>
  (value) =>
    wanted.has(value)
