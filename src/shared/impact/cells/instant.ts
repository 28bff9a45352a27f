import { parseDuration, parseInstant } from '../../engine/operators/instant.ts'
import type { Leaf } from '../../schemas/condition.ts'
import { noneBetween, numbersBetween } from './double.ts'
import { divideOrder, type Limit, type Order } from './order.ts'
import type { Variable } from './variable.ts'

const day = 86_400_000
const firstYear = Date.UTC(2000, 0, 1) - 2000 * 365.2425 * day

/** Writes an instant as text if possible: only years 0 to 9999 have one. */
const written = (instant: number): readonly unknown[] => {
  if (instant < firstYear + 2 * day || instant > Date.UTC(9999, 11, 30)) return [instant]
  const text = new Date(Math.floor(instant)).toISOString()
  const exact = parseInstant(text) === instant ? [text] : []
  return [...exact, instant]
}

const order: Order<number> = {
  parse: parseInstant,
  compare: (a, b) => a - b,
  adjoin: noneBetween,
  at: written,
  between: (low, high) =>
    [...(low === undefined ? [] : [low + day, low + 1000]), ...(high === undefined ? [] : [high - day, high - 1000])]
      .filter((at) => (low === undefined || at > low) && (high === undefined || at < high))
      .concat(numbersBetween(low, high))
      .flatMap(written),
}

const after = (compared: number) => compared > 0
const before = (compared: number) => compared < 0

/** Returns the limit that a leaf compares instants with, at a time in epoch ms. */
export const limitOf = (leaf: Leaf, nowMs: number): Limit<number> => {
  const [value] = leaf.values
  // Safe casts: the engine compiled these values.
  if (leaf.operator === 'before' || leaf.operator === 'after') {
    return { leaf, point: parseInstant(value) as number, holds: leaf.operator === 'after' ? after : before }
  }
  const point = nowMs - (parseDuration(value) as number)
  return { leaf, point, holds: leaf.operator === 'newerThan' ? after : before }
}

/** Partitions instants at the limits, including those at a duration before now. */
export const divideInstants = (leaves: readonly Leaf[], nowMs: number): Variable =>
  divideOrder(
    order,
    leaves.map((leaf) => limitOf(leaf, nowMs)),
  )
