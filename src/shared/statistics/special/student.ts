import { positive } from '../given.ts'
import { betaCdf } from './beta.ts'
import { logGamma, stirlingRest } from './gamma.ts'
import { normalTail, normalTailQuantile } from './normal.ts'

/** -ln(a·B(a, ½)). In the far tail, where x is below the smallest double, the tail is ½ x^a / (a·B(a, ½)). */
const leadingTerm = (a: number): number => logGamma(a + 0.5) - logGamma(a) - logGamma(0.5) - Math.log(a)

/**
 * P(T > t) of Student's t with `df` degrees of freedom (may be fractional; Infinity is the normal distribution). The
 * upper tail is computed directly, as ½ I_x(df/2, ½) with x = df/(df + t²) (A&S 26.7.1).
 * @throws {RangeError} if df ≤ 0
 */
export const studentTail = (t: number, df: number): number => {
  if (df === Infinity) return normalTail(t)
  positive(df, 'df')
  if (t < 0) return 1 - studentTail(-t, df)
  if (t === 0) return 0.5
  const scaled = t / Math.sqrt(df)
  if (scaled > 1e100) return 0.5 * Math.exp(leadingTerm(df / 2) - df * Math.log(scaled))
  const x = 1 / (1 + scaled * scaled)
  const y = 1 / (1 + 1 / (scaled * scaled))
  return 0.5 * betaCdf(df / 2, 0.5, x, y)
}

const density = (t: number, df: number): number => {
  const rests = stirlingRest((df + 1) / 2) - stirlingRest(df / 2)
  const peak = Math.exp(rests - 0.5 + (df / 2) * Math.log1p(1 / df)) / Math.sqrt(2 * Math.PI)
  return peak * Math.exp(-((df + 1) / 2) * Math.log1p((t / df) * t))
}

/**
 * Returns t with P(T > t) = p: Newton's method on the logarithm of the tail over ln t, within a shrinking bracket.
 * @throws {RangeError} if p is outside of (0, 1), or df ≤ 0
 */
export const studentTailQuantile = (p: number, df: number): number => {
  if (!(p > 0 && p < 1)) throw new RangeError(`p must be between 0 and 1, not ${String(p)}`)
  if (df === Infinity) return normalTailQuantile(p)
  positive(df, 'df')
  if (p === 0.5) return 0
  if (p > 0.5) return -studentTailQuantile(1 - p, df)
  let [low, high] = [-745, 709]
  let u = Math.log(normalTailQuantile(p))
  for (let step = 0; step < 200; step++) {
    const t = Math.exp(u)
    const tail = studentTail(t, df)
    const off = tail > 0 ? Math.log(tail / p) : -Infinity
    if (off > 0) low = u
    else high = u
    const newton = u + (off * tail) / (t * density(t, df))
    const next = newton > low && newton < high ? newton : (low + high) / 2
    if (Math.abs(next - u) < 4e-16 * Math.max(1, Math.abs(u))) return Math.exp(next)
    u = next
  }
  return Math.exp(u)
}
