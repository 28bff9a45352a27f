import { scaleLinear } from 'd3-scale'
import type { Band } from './band-reach.ts'

/**
 * How far an axis of bands reaches to either side of zero: to the end of all that must be seen whole, to every estimate, and to
 * the ends of four bands in five; what is wider is cut off, so that one wide band does not make the others small.
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

/** Round values along such an axis, at most five, zero among them. */
export const forestTicks = (reach: number): number[] => {
  const step = scaleLinear([0, reach], [0, 1]).ticks(2)[1] ?? reach
  const sides = [1, 2].map((times) => times * step).filter((value) => value <= reach)
  return [...sides.map((value) => -value).reverse(), 0, ...sides]
}

/** The place of a value on the axis, as a percentage of its width, and whether it was cut off. */
export const forestPlace = (value: number, reach: number): { at: number; isCut: boolean } => ({
  at: 50 + (50 * Math.min(reach, Math.max(-reach, value))) / reach,
  isCut: Math.abs(value) > reach,
})
