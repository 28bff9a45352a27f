import { limits } from '../limits.ts'
import type { Stretch } from '../schemas/layer.ts'

/** The parts of a line that nobody holds, from the left. */
export function freeIn(held: readonly Stretch[]): Stretch[] {
  const free: Stretch[] = []
  let from = 0
  for (const one of [...held].sort((a, b) => a.from - b.from)) {
    if (one.from > from) free.push({ from, to: one.from })
    from = Math.max(from, one.to)
  }
  return from < limits.weightUnits ? [...free, { from, to: limits.weightUnits }] : free
}

/** How much of a line nobody holds. */
export const roomIn = (held: readonly Stretch[]): number =>
  freeIn(held).reduce((sum, { from, to }) => sum + to - from, 0)

/** Free stretches that add up to a share, from the left; undefined where there is not so much room. */
export function takeFrom(held: readonly Stretch[], share: number): Stretch[] | undefined {
  const taken: Stretch[] = []
  let left = share
  for (const { from, to } of freeIn(held)) {
    if (left === 0) break
    const end = Math.min(to, from + left)
    taken.push({ from, to: end })
    left -= end - from
  }
  return left === 0 ? taken : undefined
}

/** A part, and of what else is held so much that it comes to a share; less where there is not so much. */
export function cutTo(part: readonly Stretch[], held: readonly Stretch[], share: number): Stretch[] {
  const inHeld = held.flatMap((one) =>
    freeIn(part).flatMap(({ from, to }) => {
      const [begin, end] = [Math.max(from, one.from), Math.min(to, one.to)]
      return begin < end ? [{ from: begin, to: end }] : []
    }),
  )
  const all = [...part]
  let left = share - part.reduce((sum, { from, to }) => sum + to - from, 0)
  for (const { from, to } of inHeld) {
    if (left <= 0) break
    const end = Math.min(to, from + left)
    all.push({ from, to: end })
    left -= end - from
  }
  return all
}
