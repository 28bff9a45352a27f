import { positive } from '../given.ts'
import { stirlingRest } from './gamma.ts'

/** ln of ratio/expected, computed from their difference if they are close. */
const logRatio = (difference: number, ratio: number): number =>
  Math.abs(difference) < 0.5 ? Math.log1p(difference) : Math.log(ratio)

/**
 * x^a·y^b / B(a, b), y = 1 − x, expanded around x = a/(a + b) with Stirling remainders, to avoid cancellation of large
 * terms.
 */
export const betaPower = (a: number, b: number, x: number, y: number): number => {
  const away = x * b - y * a
  const logShape = a * logRatio(away / a, x + (x * b) / a) + b * logRatio(-away / b, y + (y * a) / b)
  const rests = stirlingRest(a + b) - stirlingRest(a) - stirlingRest(b)
  return Math.exp(logShape + rests) * Math.sqrt((a * b) / (2 * Math.PI * (a + b)))
}

/**
 * The continued fraction of I_x(a, b) for x ≤ a/(a + b), in λ = ya - xb: DiDonato & Morris 1992 (ACM TOMS 708),
 * equation 9.
 */
const fraction = (a: number, b: number, x: number, y: number): number => {
  const start = 1 + (y * a - x * b)
  const first = 1 + 1 / a
  let [before, now, belowBefore, below] = [0, 1, 1, start / first]
  let ratio = first / start
  let scale = 1
  let place = a + 1
  for (let n = 1; n < 100_000; n++) {
    const t = n / a
    const w = n * (b - n) * x
    const alpha = scale * (scale + b / a) * (a / place) ** 2 * w * x
    const beta = n + w / place + ((1 + t) / (first + 2 * t)) * (start + n * (1 + y))
    scale = 1 + t
    place += 2
    ;[before, now] = [now, alpha * before + beta * now]
    ;[belowBefore, below] = [below, alpha * belowBefore + beta * below]
    const next = now / below
    if (Math.abs(next - ratio) <= 1e-16 * next) return next
    ratio = next
    before /= below
    belowBefore /= below
    now = ratio
    below = 1
  }
  return ratio
}

/**
 * I_x(a, b), the regularized incomplete beta function: P(X ≤ x) of the beta distribution.
 * @param y 1 - x, passed separately to keep its precision if x is close to 1
 * @throws {RangeError} if a ≤ 0, b ≤ 0, or x is outside of [0, 1]
 */
export const betaCdf = (a: number, b: number, x: number, y: number = 1 - x): number => {
  positive(a, 'a')
  positive(b, 'b')
  if (!(x >= 0 && x <= 1)) throw new RangeError(`x must be from 0 to 1, not ${String(x)}`)
  if (x === 0 || y === 0) return x === 0 ? 0 : 1
  if (y * a < x * b) return 1 - betaPower(b, a, y, x) * fraction(b, a, y, x)
  return betaPower(a, b, x, y) * fraction(a, b, x, y)
}
