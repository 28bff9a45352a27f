import type { Effect, Interval } from '../../../../src/shared/statistics/effect.ts'
import { between0And1, count, finite, positive } from '../../../../src/shared/statistics/given.ts'
import { betaCdf, betaPower } from '../../../../src/shared/statistics/special/beta.ts'
import { normalDensity, normalTail, normalTailQuantile } from '../../../../src/shared/statistics/special/normal.ts'
import { normalCdf } from './distributions.ts'

/** A normal prior on the effect. Null is a flat prior. */
export type NormalPrior = { readonly mean: number; readonly variance: number } | null

export type Posterior = {
  readonly mean: number
  readonly sd: number
  /** Probability that the treatment is better. */
  readonly chanceToWin: number
  readonly interval: Interval
  /** Expected loss from keeping the control, and from shipping the treatment. */
  readonly risk: { readonly keep: number; readonly ship: number }
}

/** E max(X, 0) for N(mean, sd²), via the tail if the mean is below 0: mean·Φ(z) + sd·φ(z). */
const expectedGain = (mean: number, sd: number): number => {
  const z = mean / sd
  return z > -30 ? Math.max(0, mean * normalCdf(z) + sd * normalDensity(z)) : 0
}

/**
 * The Bayesian posterior with a normal prior, in closed form. Not suitable for repeated looks: its probabilities do not
 * control the error rate under optional stopping.
 * @param effect estimate and standard error, absolute or relative; the prior must be on the same scale
 * @param lowerIsBetter the metric is better when it falls
 */
export const posterior = (effect: Effect, prior: NormalPrior, alpha: number, lowerIsBetter = false): Posterior => {
  const se = positive(effect.standardError, 'standardError')
  const precision = 1 / (se * se)
  const before = prior ? 1 / positive(prior.variance, 'prior.variance') : 0
  const sd = Math.sqrt(1 / (precision + before))
  const mean =
    (finite(effect.estimate, 'estimate') * precision + (prior ? finite(prior.mean, 'prior.mean') : 0) * before) *
    sd *
    sd
  const reach = normalTailQuantile(between0And1(alpha, 'alpha') / 2) * sd
  const [up, down] = [expectedGain(mean, sd), expectedGain(-mean, sd)]
  return {
    mean,
    sd,
    chanceToWin: lowerIsBetter ? normalTail(mean / sd) : normalCdf(mean / sd),
    interval: [mean - reach, mean + reach],
    risk: lowerIsBetter ? { keep: down, ship: up } : { keep: up, ship: down },
  }
}

/** Converts a prior on the lift to one on the difference, for a control with this mean. */
export const absolutePrior = (prior: NormalPrior, controlMean: number): NormalPrior =>
  prior && { mean: prior.mean * Math.abs(controlMean), variance: prior.variance * controlMean * controlMean }

type Beta = { readonly a: number; readonly b: number }
const betaOf = (arm: { n: number; x: number }, prior: Beta, field: string): Beta => {
  if (count(arm.x, `${field}.x`) > count(arm.n, `${field}.n`))
    throw new RangeError(`${field}.x must be at most ${field}.n`)
  return { a: positive(prior.a, 'prior.a') + arm.x, b: positive(prior.b, 'prior.b') + arm.n - arm.x }
}

/** The range of a beta distribution's log odds outside of which the density is negligible. */
const oddsRange = ({ a, b }: Beta): readonly [number, number, number] => {
  const spread = Math.sqrt(1 / a + 1 / b)
  const middle = Math.log(a / b)
  return [middle - 12 * spread - 40 / a, middle + 12 * spread + 40 / b, spread]
}

/**
 * Probability that the treatment's share is higher, and the expected loss from shipping it, with beta priors.
 * Integrates over the log odds with the trapezoidal rule, which converges exponentially there.
 */
export const betaBinomial = (
  control: { readonly n: number; readonly x: number },
  treatment: { readonly n: number; readonly x: number },
  prior: { readonly a: number; readonly b: number },
): { readonly chanceToWin: number; readonly riskOfShipping: number } => {
  const [c, t] = [betaOf(control, prior, 'control'), betaOf(treatment, prior, 'treatment')]
  const [rangeC, rangeT] = [oddsRange(c), oddsRange(t)]
  const from = Math.min(rangeC[0], rangeT[0])
  const to = Math.max(rangeC[1], rangeT[1])
  const step = Math.max((to - from) / 20_000, Math.min(rangeC[2], rangeT[2], 1) / 8)
  let [chance, risk] = [0, 0]
  for (let odds = from; odds <= to; odds += step) {
    const x = 1 / (1 + Math.exp(-odds))
    const y = 1 / (1 + Math.exp(odds))
    const controlBelow = betaCdf(c.a, c.b, x, y)
    chance += betaPower(t.a, t.b, x, y) * controlBelow
    // E max(pC − pT, 0) is the integral of P(pT < x < pC).
    risk += betaCdf(t.a, t.b, x, y) * betaCdf(c.b, c.a, y, x) * x * y
  }
  return { chanceToWin: Math.min(1, chance * step), riskOfShipping: risk * step }
}
