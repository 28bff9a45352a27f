import type { Context } from '../schemas/context.ts'
import type { Point } from '../schemas/point.ts'
import type { Split } from '../schemas/split.ts'
import { reader } from './attribute.ts'
import { type HashOf, hashOf } from './bucketing/hash-of.ts'
import { firstHash, line, unitText } from './bucketing/native.ts'
import { malformed } from './operators/test.ts'

/** Returns the text to hash; undefined if the context has no unit for the point. */
export type ReadUnit = (context: Context) => string | undefined

const targetingKey: ReadUnit = (context) => unitText(context.targetingKey)

export const readUnit = (point: Point | undefined): ReadUnit => {
  if (point?.by === undefined) return targetingKey
  const read = reader(point.by)
  return (context) => unitText(read(context))
}

/** Returns the ends of a range after checking that they are ordered integers within the bucket space. */
export const rangeOf = ({ from, to }: { from: number; to: number }): [from: number, to: number] => {
  if (!Number.isInteger(from) || !Number.isInteger(to) || from < 0 || to > line || from > to) {
    throw malformed(`there is no range from ${from} to ${to} of the bucket space`)
  }
  return [from, to]
}

/** Compiles whether a unit is in one range of the bucket space; false without a unit. */
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

/**
 * Compiles what a unit is served: an outcome, `gap` if no part covers its bucket, or `noUnit` if the context has none.
 */
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
  // All ranges in order, including gaps, so that one search suffices: the first range whose last hash is not below the
  // hash.
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

// Created outside of the compiler, so that a closure keeps only what it needs alive.
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

/** Maps unsigned hashes to signed integers in the same order, which engines do not box. */
const signed = (hash: number): number => (hash ^ 0x80000000) | 0

/** Finds the range that contains the hash of a text. The last one covers all hashes. */
const search =
  <T>(lasts: readonly number[], picks: readonly T[], hashed: HashOf): ((text: string) => T) =>
  (text) => {
    const hash = signed(hashed(text))
    let at = 0
    // Safe cast: both lists have the same length.
    while (hash > (lasts[at] as number)) at += 1
    return picks[at] as T
  }
