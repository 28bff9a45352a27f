import { limits } from '../../limits.ts'
import type { Stretch } from './schemas/layer.ts'

/** The parts of a line that nobody holds, from the left. */
function freeIn(held: readonly Stretch[]): Stretch[] {
  const free: Stretch[] = []
  let from = 0
  for (const one of [...held].sort((a, b) => a.from - b.from)) {
    if (one.from > from) free.push({ from, to: one.from })
    from = Math.max(from, one.to)
  }
  return from < limits.weightUnits ? [...free, { from, to: limits.weightUnits }] : free
}

/** How much stretches that do not overlap come to. */
export const sizeOf = (stretches: readonly Stretch[]): number =>
  stretches.reduce((sum, { from, to }) => sum + to - from, 0)

/** How much of a line nobody holds. */
export const roomIn = (held: readonly Stretch[]): number => sizeOf(freeIn(held))

/** Stretches in order, those that touch or overlap as one: what is not free. */
export const joined = (stretches: readonly Stretch[]): Stretch[] => freeIn(freeIn(stretches))

/** What lies in stretches and in others. */
export const inBoth = (some: readonly Stretch[], others: readonly Stretch[]): Stretch[] =>
  joined(some).flatMap((one) =>
    joined(others).flatMap(({ from, to }) => {
      const [begin, end] = [Math.max(from, one.from), Math.min(to, one.to)]
      return begin < end ? [{ from: begin, to: end }] : []
    }),
  )

/** The first of stretches, so much in all; less where there is not so much. */
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

/** Free stretches that add up to a share, from the left; undefined where there is not so much room. */
export function takeFrom(held: readonly Stretch[], share: number): Stretch[] | undefined {
  const taken = firstOf(freeIn(held), share)
  return sizeOf(taken) === share ? taken : undefined
}

/** A part, and of what else is held so much that it comes to a share; less where there is not so much. */
export const cutTo = (part: readonly Stretch[], held: readonly Stretch[], share: number): Stretch[] => [
  ...part,
  ...firstOf(inBoth(held, freeIn(part)), share - sizeOf(part)),
]
