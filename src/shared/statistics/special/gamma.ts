import { finite, notNegative, positive } from '../given.ts'

const halfLog2Pi = 0.5 * Math.log(2 * Math.PI)

/** 1/12x - 1/360x³ + …: the remainder of Stirling's formula for x ≥ 10 (A&S 6.1.40). */
const series = (x: number): number => {
  const y = 1 / (x * x)
  const rest = 1 / 1260 - y * (1 / 1680 - y * (1 / 1188 - y * (691 / 360360 - y * (1 / 156 - y * (3617 / 122400)))))
  return (1 / 12 - y * (1 / 360 - y * rest)) / x
}

/** lnΓ(x) - ((x - ½) ln x - x + ½ ln 2π), for x > 0. Small, so that differences of large lnΓ keep their precision. */
export const stirlingRest = (x: number): number =>
  x >= 10 ? series(x) : logGamma(x) - ((x - 0.5) * Math.log(x) - x + halfLog2Pi)

/**
 * lnΓ(x) for x > 0: Stirling's formula from 10 up, the recurrence Γ(x + 1) = xΓ(x) below.
 * @throws {RangeError} if x ≤ 0
 */
export const logGamma = (x: number): number => {
  positive(x, 'x')
  if (x === 1 || x === 2) return 0
  let [product, at] = [1, x]
  for (; at < 10; at++) product *= at
  return (at - 0.5) * Math.log(at) - at + halfLog2Pi + series(at) - Math.log(product)
}

/** y^a e^-y / Γ(a), computed from the difference of y and a if a is large. */
const front = (a: number, y: number): number => {
  if (a < 10) return Math.exp(a * Math.log(y) - y - logGamma(a))
  const off = (y - a) / a
  const shape = Math.abs(off) < 0.5 ? Math.log1p(off) - off : Math.log(y / a) - off
  return Math.exp(a * shape - stirlingRest(a)) * Math.sqrt(a / (2 * Math.PI))
}

const lower = (a: number, y: number): number => {
  let [term, sum] = [1 / a, 1 / a]
  for (let step = 1; term > sum * 1e-17; step++) {
    term *= y / (a + step)
    sum += term
  }
  return sum * front(a, y)
}

/** Lentz's method for the continued fraction of the upper tail (A&S 6.5.31). */
const upper = (a: number, y: number): number => {
  const tiny = 1e-300
  let b = y + 1 - a
  let c = 1 / tiny
  let d = 1 / b
  let fraction = d
  for (let step = 1; step < 100_000; step++) {
    const an = -step * (step - a)
    b += 2
    d = 1 / (an * d + b || tiny)
    c = b + an / c || tiny
    fraction *= d * c
    if (Math.abs(d * c - 1) < 1e-16) break
  }
  return fraction * front(a, y)
}

/** Q(a, y) = Γ(a, y)/Γ(a): the upper tail, computed directly. */
export const upperGamma = (a: number, y: number): number => {
  if (y <= 0) return 1
  return y < a + 1 ? 1 - lower(a, y) : upper(a, y)
}

/**
 * P(X > x) of the χ² distribution with `df` degrees of freedom.
 * @throws {RangeError} if x < 0 or df ≤ 0
 */
export const chiSquareTail = (x: number, df: number): number =>
  upperGamma(positive(df, 'df') / 2, x === Infinity ? finite(Number.MAX_VALUE, 'x') : notNegative(x, 'x') / 2)
