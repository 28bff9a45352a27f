import { limits } from '../../limits.ts'
import type { Stretch } from './schemas/layer.ts'

/** The free ranges of a line, from left to right. */
function freeRangesOf(held: readonly Stretch[]): Stretch[] {
  const free: Stretch[] = []
  let from = 0
  for (const one of [...held].sort((a, b) => a.from - b.from)) {
    if (one.from > from) free.push({ from, to: one.from })
    from = Math.max(from, one.to)
  }
  return from < limits.weightUnits ? [...free, { from, to: limits.weightUnits }] : free
}

/** Total size of ranges that do not overlap. */
export const sizeOf = (stretches: readonly Stretch[]): number =>
  stretches.reduce((sum, { from, to }) => sum + to - from, 0)

export const freeShareOf = (held: readonly Stretch[]): number => sizeOf(freeRangesOf(held))

/** Sorts ranges and merges those that touch or overlap: the complement of the free ranges. */
export const joined = (stretches: readonly Stretch[]): Stretch[] => freeRangesOf(freeRangesOf(stretches))

export const inBoth = (some: readonly Stretch[], others: readonly Stretch[]): Stretch[] =>
  joined(some).flatMap((one) =>
    joined(others).flatMap(({ from, to }) => {
      const [begin, end] = [Math.max(from, one.from), Math.min(to, one.to)]
      return begin < end ? [{ from: begin, to: end }] : []
    }),
  )

/** The first ranges, up to `share` in total. Less if there is not enough. */
function firstOf(stretches: readonly Stretch[], share: number): Stretch[] {
  const taken: Stretch[] = []
  let left = share
  for (const { from, to } of stretches) {
    if (left <= 0) break
    const end = Math.min(to, from + left)
    taken.push({ from, to: end })
    left -= end - from
  }
  return taken
}

/** Takes free ranges of `share` in total, from left to right. Undefined if there is not enough room. */
export function allocateRanges(held: readonly Stretch[], share: number): Stretch[] | undefined {
  const taken = firstOf(freeRangesOf(held), share)
  return sizeOf(taken) === share ? taken : undefined
}

/** Extends `part` to `share` in total with other held ranges. Less if there is not enough. */
export const extendRangesTo = (part: readonly Stretch[], held: readonly Stretch[], share: number): Stretch[] => [
  ...part,
  ...firstOf(inBoth(held, freeRangesOf(part)), share - sizeOf(part)),
]
