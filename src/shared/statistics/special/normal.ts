import { positive } from '../given.ts'

const root2Pi = Math.sqrt(2 * Math.PI)

/** The density of the standard normal distribution. */
export const normalDensity = (x: number): number => Math.exp(-x * x * 0.5) / root2Pi

/** exp(-x²/2) without rounding x², which would dominate the error in the far tail (Cody 1969). */
const halfSquareExp = (x: number): number => {
  const near = Math.trunc(x * 16) / 16
  return Math.exp(-near * near * 0.5) * Math.exp(-(x - near) * (x + near) * 0.5)
}

/** Φ(x) - ½ = φ(x)·(x + x³/3 + x⁵/(3·5) + …): every term has the sign of x (Abramowitz & Stegun 26.2.11). */
const aroundZero = (x: number): number => {
  let [term, sum] = [x, x]
  for (let odd = 3; Math.abs(term) > Math.abs(sum) * 1e-17; odd += 2) {
    term *= (x * x) / odd
    sum += term
  }
  return normalDensity(x) * sum
}

/** Mills' ratio Q(x)/φ(x) for x ≥ 2, as 1/(x + 1/(x + 2/(x + …))), evaluated backwards (A&S 26.2.14). */
const millsRatio = (x: number): number => {
  let below = x
  for (let term = Math.ceil(16 + 280 / (x * x)); term > 0; term--) below = x + term / below
  return 1 / below
}

/** P(Z > x), computed directly instead of as 1 - Φ: relative error 1e-14 in the whole range of doubles. */
export const normalTail = (x: number): number => {
  if (x < -2) return 1 - normalTail(-x)
  if (x < 2) return 0.5 - aroundZero(x)
  if (x > 40) return 0
  return (halfSquareExp(x) / root2Pi) * millsRatio(x)
}

/** ln P(Z > x), even if the tail is below the smallest double. */
const logTail = (x: number): number =>
  x < 2 ? Math.log(normalTail(x)) : -x * x * 0.5 - Math.log(root2Pi) + Math.log(millsRatio(x))

/**
 * Returns x with P(Z > x) = p for a small p: Newton's method on the logarithm of the tail, starting from A&S 26.2.23.
 */
const farOut = (p: number): number => {
  const t = Math.sqrt(-2 * Math.log(p))
  let x = t - (2.515517 + t * (0.802853 + t * 0.010328)) / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308)))
  for (let step = 0; step < 4; step++) {
    const ratio = x < 2 ? normalTail(x) / normalDensity(x) : millsRatio(x)
    x += (logTail(x) - Math.log(p)) * ratio
  }
  return x
}

/** Returns x with Φ(x) - ½ = area, for an area within ±0.2. */
const nearZero = (area: number): number => {
  let x = area * root2Pi
  for (let step = 0; step < 6; step++) x += (area - aroundZero(x)) / normalDensity(x)
  return x
}

/**
 * Returns x with Φ(x) = p, for 0 < p < 1 (±Infinity at the ends).
 * @throws {RangeError} if p is not a probability
 */
export const normalQuantile = (p: number): number => {
  if (!(p >= 0 && p <= 1)) throw new RangeError(`p must be a probability, not ${String(p)}`)
  if (p === 0 || p === 1) return p === 0 ? -Infinity : Infinity
  if (Math.abs(p - 0.5) < 0.2) return nearZero(p - 0.5)
  return p < 0.5 ? -farOut(p) : farOut(1 - p)
}

/** Returns z with P(Z > z) = p. Exact even if 1 - p rounds to 1. */
export const normalTailQuantile = (p: number): number => (p < 0.3 ? farOut(positive(p, 'p')) : normalQuantile(1 - p))
