import type { Context } from '../schemas/context.ts'
import type { Point } from '../schemas/point.ts'
import type { Split } from '../schemas/split.ts'
import { reader } from './attribute.ts'
import { type HashOf, hashOf } from './bucketing/hash-of.ts'
import { firstHash, line, unitText } from './bucketing/native.ts'
import { malformed } from './operators/test.ts'

/** The text that is hashed, or undefined when the context has no unit for the point. */
export type ReadUnit = (context: Context) => string | undefined

const targetingKey: ReadUnit = (context) => unitText(context.targetingKey)

export const readUnit = (point: Point | undefined): ReadUnit => {
  if (point?.by === undefined) return targetingKey
  const read = reader(point.by)
  return (context) => unitText(read(context))
}

/** The ends of a range, checked: integers in order on the line. */
export const rangeOf = ({ from, to }: { from: number; to: number }): [from: number, to: number] => {
  if (!Number.isInteger(from) || !Number.isInteger(to) || from < 0 || to > line || from > to) {
    throw malformed(`there is no range from ${from} to ${to} of the bucket space`)
  }
  return [from, to]
}

/** Whether a unit falls in one range of the bucket space. Without a unit it does not. */
export const compileSlice = (
  slice: { point?: Point | undefined; from: number; to: number },
  salt: string,
): ((context: Context) => boolean) => {
  const [low, high] = rangeOf(slice).map(firstHash) as [number, number]
  const unit = readUnit(slice.point)
  const hashed = hashOf(slice.point, slice.point?.salt ?? salt)
  return (context) => {
    const text = unit(context)
    if (text === undefined) return false
    const hash = hashed(text) >>> 0
    return hash >= low && hash < high
  }
}

/** Picks what a unit is served: an outcome, `gap` when it falls between the parts, `noUnit` when there is none to place. */
export const compileSplit = <T>(
  split: Split,
  salt: string,
  outcomeOf: (variant: string) => T,
  gap: T,
  noUnit: T,
): ((context: Context) => T) => {
  const parts = split.parts
    .map((part) => ({ ends: rangeOf(part), picked: outcomeOf(part.variant) }))
    .filter(({ ends: [from, to] }) => from < to)
    .sort((a, b) => a.ends[0] - b.ends[0])
  if (parts.some(({ ends }, at) => ends[0] < (parts[at - 1]?.ends[1] ?? 0)))
    throw malformed('the parts of a split overlap')
  // Every range in turn, gaps too, so that one search answers: the first range whose last hash is not below the hash.
  const lasts: number[] = []
  const picks: T[] = []
  let at = 0
  const add = (to: number, picked: T) => {
    lasts.push(signed(firstHash(to) - 1))
    picks.push(picked)
    at = to
  }
  for (const { ends, picked } of parts) {
    if (ends[0] > at) add(ends[0], gap)
    add(ends[1], picked)
  }
  if (at < line) add(line, gap)
  const choose = search(lasts, picks, hashOf(split.point, split.point?.salt ?? salt))
  return split.point?.by === undefined ? placeByKey(choose, noUnit) : placeBy(readUnit(split.point), choose, noUnit)
}

// Made apart from what compiled them, so that a closure keeps alive only what it needs.
const placeByKey =
  <T>(choose: (text: string) => T, noUnit: T) =>
  (context: Context): T => {
    const key: unknown = context.targetingKey
    if (typeof key === 'string') return choose(key)
    const text = unitText(key)
    return text === undefined ? noUnit : choose(text)
  }

const placeBy =
  <T>(unit: ReadUnit, choose: (text: string) => T, noUnit: T) =>
  (context: Context): T => {
    const text = unit(context)
    return text === undefined ? noUnit : choose(text)
  }

/** Unsigned hashes in the order of signed integers, which are never boxed. */
const signed = (hash: number): number => (hash ^ 0x80000000) | 0

/** The first range that reaches the hash of a text; the last one reaches every hash. */
const search =
  <T>(lasts: readonly number[], picks: readonly T[], hashed: HashOf): ((text: string) => T) =>
  (text) => {
    const hash = signed(hashed(text))
    let at = 0
    // Both lists have the same length.
    while (hash > (lasts[at] as number)) at += 1
    return picks[at] as T
  }
