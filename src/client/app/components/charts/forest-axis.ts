import { scaleLinear } from 'd3-scale'
import type { Band } from './band-reach.ts'

/**
 * Half the range of a symmetric axis around zero. It covers `whole`, every estimate and four out of five intervals.
 * Wider intervals are cut off, so that a single one does not shrink the others.
 */
export const forestReach = (bands: readonly Band[], whole: readonly Band[] = []): number => {
  const far = ({ low, high }: Band) => Math.max(Math.abs(low), Math.abs(high))
  const ends = bands.map(far).sort((a, b) => a - b)
  const most = Math.max(
    ends[Math.max(0, Math.ceil(ends.length * 0.8) - 1)] ?? 0,
    ...bands.map(({ estimate }) => Math.abs(estimate) * 1.15),
    ...whole.map(far),
  )
  return most > 0 ? most * 1.05 : 1
}

/** Up to five round axis values, including zero. */
export const forestTicks = (reach: number): number[] => {
  const step = scaleLinear([0, reach], [0, 1]).ticks(2)[1] ?? reach
  const sides = [1, 2].map((times) => times * step).filter((value) => value <= reach)
  return [...sides.map((value) => -value).reverse(), 0, ...sides]
}

/** The position of a value in percent of the axis width, and whether it was cut off. */
export const forestPlace = (value: number, reach: number): { at: number; isCut: boolean } => ({
  at: 50 + (50 * Math.min(reach, Math.max(-reach, value))) / reach,
  isCut: Math.abs(value) > reach,
})
