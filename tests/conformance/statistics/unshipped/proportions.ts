import { type Arm, meanVariance, proportionArm } from '../../../../src/shared/statistics/arm.ts'
import type { Interval } from '../../../../src/shared/statistics/effect.ts'
import { between0And1 } from '../../../../src/shared/statistics/given.ts'
import { normalTail, normalTailQuantile } from '../../../../src/shared/statistics/special/normal.ts'

/** The units of an arm, and the number of successes. */
export type Successes = { readonly n: number; readonly x: number }

const armOf = ({ n, x }: Successes, field: string): Arm => proportionArm({ n, sum: x }, field)
const zOf = (alpha: number): number => normalTailQuantile(between0And1(alpha, 'alpha') / 2)

/** The confidence interval of one proportion that never leaves [0, 1] and is never empty (Wilson 1927). */
export const wilson = (arm: Successes, alpha: number, field = 'arm'): Interval => {
  const { n, mean } = armOf(arm, field)
  const z = zOf(alpha)
  const centre = (mean + (z * z) / (2 * n)) / (1 + (z * z) / n)
  const reach = (z * Math.sqrt((mean * (1 - mean)) / n + (z * z) / (4 * n * n))) / (1 + (z * z) / n)
  return [arm.x === 0 ? 0 : centre - reach, arm.x === arm.n ? 1 : centre + reach]
}

/** The interval of pT − pC from both Wilson intervals, valid for small counts (Newcombe 1998, method 10). */
export const newcombe = (control: Successes, treatment: Successes, alpha: number): Interval => {
  const [c, t] = [armOf(control, 'control'), armOf(treatment, 'treatment')]
  const [[cLow, cHigh], [tLow, tHigh]] = [wilson(control, alpha, 'control'), wilson(treatment, alpha, 'treatment')]
  const difference = t.mean - c.mean
  return [
    difference - Math.hypot(t.mean - tLow, cHigh - c.mean),
    difference + Math.hypot(tHigh - t.mean, c.mean - cLow),
  ]
}

/** The Wald interval pT − pC ± z√V; [0, 0] without successes. For comparison with other tools, never shown. */
export const wald = (control: Successes, treatment: Successes, alpha: number): Interval => {
  const [c, t] = [armOf(control, 'control'), armOf(treatment, 'treatment')]
  const reach = zOf(alpha) * Math.sqrt(meanVariance(c) + meanVariance(t))
  return [t.mean - c.mean - reach, t.mean - c.mean + reach]
}

/** The Wald interval after adding a success and a failure to each arm (Agresti & Caffo 2000). */
export const agrestiCaffo = (control: Successes, treatment: Successes, alpha: number): Interval => {
  const more = ({ n, x }: Successes): Successes => ({ n: n + 2, x: x + 1 })
  return wald(more(control), more(treatment), alpha)
}

/** z and p of the test for equal proportions with pooled variance. Null if all or none succeeded. */
export const pooledTest = (
  control: Successes,
  treatment: Successes,
): { readonly z: number; readonly p: number } | null => {
  const [c, t] = [armOf(control, 'control'), armOf(treatment, 'treatment')]
  const pooled = (control.x + treatment.x) / (c.n + t.n)
  const variance = pooled * (1 - pooled) * (1 / c.n + 1 / t.n)
  if (!(variance > 0)) return null
  const z = (t.mean - c.mean) / Math.sqrt(variance)
  return { z, p: 2 * normalTail(Math.abs(z)) }
}

/** Whether an arm has fewer than ten successes or failures, so that the normal approximation is invalid. */
export const smallCounts = (...arms: readonly Successes[]): boolean => arms.some(({ n, x }) => x < 10 || n - x < 10)
