import type { query } from '../../../engine/extended/query-logic/evaluate.ts'
import { arithmeticNumber, comparedNumber } from '../../../engine/extended/query-logic/number.ts'
import type { Json } from '../../../schemas/keys.ts'
import type { StableKinds } from '../stable-kinds.ts'
import { runWithOwnBudget, type TruthEnd, truths } from '../standalone-verdicts.ts'
import type { Comparison } from './comparison.ts'

/** Operations that compare two values. */
export const comparisons: ReadonlySet<string> = new Set(['==', '!=', '===', '!==', '<', '<=', '>', '>='])

/** Returns the boolean result of a part of a query. If the part fails, neither it nor its negation applies. */
export const queryTruth = (node: Json, prepare: typeof query): ((data: unknown) => TruthEnd) => {
  const asks = [node, { '!': [node] }].map((query) => prepare({ if: [{ query }, 'yes', null] }))
  const applies = (at: number, data: unknown): boolean => asks[at]?.(data) === 'yes'
  return (data) =>
    runWithOwnBudget<TruthEnd>(
      () => (applies(0, data) ? truths.yes : applies(1, data) ? truths.no : truths.fatal),
      truths.fatal,
    )
}

const isNamed = (constant: Json): constant is string | number =>
  typeof constant === 'string' || typeof constant === 'number'

/** Returns the values that a list in a query names. Each also counts as a number. */
export const listedValues = (constant: Json): (string | number)[] | undefined => {
  if (!Array.isArray(constant) || !constant.every(isNamed)) return undefined
  return [...new Set(constant.flatMap((one) => [one, arithmeticNumber(one)]))].filter((one) => !Number.isNaN(one))
}

/** Returns the kinds of values for which a comparison has the same result, except for those it names. */
export const queryStill = ({ name, constant, flipped }: Comparison): StableKinds => {
  const still = (
    on: StableKinds['on'],
    named: readonly unknown[] = [],
    limits: readonly number[] = [],
  ): StableKinds => ({
    ...{ on, named, limits, equality: false },
  })
  const none = still(new Set())
  const all: StableKinds['on'] = new Set(['numbers', 'texts', 'list', 'object', 'strange'])
  if (name === 'var') return still(new Set(['numbers', 'texts']))
  if (name === 'in') {
    const listed = flipped ? undefined : listedValues(constant)
    return listed === undefined ? none : still(all, listed)
  }
  if (!isNamed(constant)) return none
  if (name === '===' || name === '!==') return still(all, [constant])
  const number = comparedNumber(constant)
  const numbers = Number.isNaN(number) ? [] : [number]
  if (name === '==' || name === '!=') {
    const kinds = new Set(['numbers', 'list', 'object'] as const)
    return typeof constant === 'string'
      ? still(new Set([...kinds, 'texts']), [constant, ...numbers])
      : still(kinds, numbers)
  }
  return comparisons.has(name) ? still(new Set(['numbers', 'list', 'object']), [], numbers) : none
}

/** Whether a comparison of a query never fails. */
export const isSoundQuery = ({ name, constant, flipped }: Comparison): boolean =>
  name === 'var' ||
  (comparisons.has(name) && typeof constant !== 'object') ||
  (name === 'in' && !flipped && listedValues(constant) !== undefined)
