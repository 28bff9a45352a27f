import { limits } from '../../limits.ts'
import type { Part } from '../../schemas/split.ts'

type Range = { from: number; to: number }

const lineEnd = limits.weightUnits

/** Returns the ranges of the bucket space that no part covers. */
const gapsBetween = (parts: readonly Part[]): Range[] => {
  const gaps: Range[] = []
  let at = 0
  for (const { from, to } of parts) {
    if (from > at) gaps.push({ from: at, to: from })
    at = Math.max(at, to)
  }
  return at < lineEnd ? [...gaps, { from: at, to: lineEnd }] : gaps
}

/** Cuts `size` units from the right end of one variant's parts, and adds them to `freed`. */
const shrink = (parts: readonly Part[], size: number, freed: Range[]): Part[] => {
  const kept: Part[] = []
  let left = size
  for (const part of parts.toReversed()) {
    const cut = Math.min(left, part.to - part.from)
    left -= cut
    if (cut > 0) freed.push({ from: part.to - cut, to: part.to })
    if (part.to - cut > part.from) kept.push({ ...part, to: part.to - cut })
  }
  return kept
}

/** Takes `size` units from the left of the free ranges. Shortens `free` in place. */
const take = (free: Range[], size: number, variant: string): Part[] => {
  const taken: Part[] = []
  let left = size
  while (left > 0) {
    const [first] = free
    if (first === undefined) throw new RangeError('the weights of a split exceed the whole line')
    const to = Math.min(first.to, first.from + left)
    taken.push({ variant, from: first.from, to })
    left -= to - first.from
    if (to === first.to) free.shift()
    else free[0] = { from: to, to: first.to }
  }
  return taken
}

const byPlace = (a: Range, b: Range): number => a.from - b.from

const merged = (parts: readonly Part[]): Part[] => {
  const result: Part[] = []
  for (const part of parts.toSorted(byPlace)) {
    const last = result.at(-1)
    if (last !== undefined && last.variant === part.variant && last.to === part.from)
      result[result.length - 1] = { ...last, to: part.to }
    else result.push(part)
  }
  return result
}

/**
 * Changes the weights while moving as few units as possible. A variant that shrinks keeps its left part. One that grows
 * takes freed ranges first, then unassigned ones.
 * @param parts the current division: disjoint, within [0, 100,000)
 * @param weights the new weight of each variant, in units of 0.001 %: whole numbers, at most 100,000 in total; a
 * variant
 *   that is missing gets nothing
 * @throws RangeError if the weights exceed 100,000
 */
export const reallocate = (parts: readonly Part[], weights: ReadonlyMap<string, number>): Part[] => {
  const sorted = parts.toSorted(byPlace)
  const freed: Range[] = []
  const kept: Part[] = []
  const wanting: [variant: string, size: number][] = []
  for (const variant of new Set([...sorted.map((part) => part.variant), ...weights.keys()])) {
    const own = sorted.filter((part) => part.variant === variant)
    const has = own.reduce((sum, part) => sum + part.to - part.from, 0)
    const wants = weights.get(variant) ?? 0
    if (wants < has) kept.push(...shrink(own, has - wants, freed))
    else kept.push(...own)
    if (wants > has) wanting.push([variant, wants - has])
  }
  const free = [...freed.toSorted(byPlace), ...gapsBetween(sorted)]
  return merged([...kept, ...wanting.flatMap(([variant, size]) => take(free, size, variant))])
}
