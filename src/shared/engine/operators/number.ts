import { numbersOf, type Prepare } from './test.ts'

/** Compares with one number. Comparisons with NaN are false; infinities count as absent. */
const against =
  (holds: (value: number, limit: number) => boolean): Prepare =>
  (leaf) => {
    const [limit = 0] = numbersOf(leaf, 1)
    return (value) => typeof value === 'number' && Number.isFinite(value) && holds(value, limit)
  }

export const lessThan = against((value, limit) => value < limit)
export const atMost = against((value, limit) => value <= limit)
export const greaterThan = against((value, limit) => value > limit)
export const atLeast = against((value, limit) => value >= limit)

/** Both ends are inclusive. */
export const between: Prepare = (leaf) => {
  const [low = 0, high = 0] = numbersOf(leaf, 2)
  return (value) => typeof value === 'number' && value >= low && value <= high
}
