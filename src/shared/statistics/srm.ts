import { between0And1, count, notNegative } from './given.ts'
import { sumOf } from './moments.ts'
import { chiSquareTail, stirlingRest } from './special/gamma.ts'

/** Whether units came to the arms as planned: once (χ²), for a page that is read at one moment. */
export type SampleRatio =
  | { readonly status: 'ok'; readonly chiSquare: number; readonly df: number; readonly p: number }
  | { readonly status: 'no_data'; readonly p: 1 }
  | { readonly status: 'unexpected_arm'; readonly arm: number }

type Arms = { readonly observed: readonly number[]; readonly shares: readonly number[] }

/** Arms with a weight, their shares adding up to 1; `unexpected` is an arm of weight 0 that has units. */
const armsOf = (observed: readonly number[], weights: readonly number[]): Arms & { readonly unexpected: number } => {
  if (observed.length !== weights.length)
    throw new RangeError(
      `weights must be as many as observed: ${String(observed.length)}, not ${String(weights.length)}`,
    )
  observed.forEach((units, arm) => count(units, `observed[${String(arm)}]`))
  weights.forEach((weight, arm) => notNegative(weight, `weights[${String(arm)}]`))
  const total = sumOf(weights)
  if (!(total > 0)) throw new RangeError('weights must add up to more than 0')
  const given = weights.map((weight) => weight > 0)
  return {
    observed: observed.filter((_, arm) => given[arm]),
    shares: weights.filter((weight) => weight > 0).map((weight) => weight / total),
    unexpected: observed.findIndex((units, arm) => units > 0 && !given[arm]),
  }
}

/**
 * Pearson's χ² of the units by arm against the planned weights; degrees of freedom by the arms that have a weight.
 * @throws {RangeError} where counts are none, weights are below 0 or all 0, or the two differ in number.
 */
export const sampleRatio = (observed: readonly number[], weights: readonly number[]): SampleRatio => {
  const arms = armsOf(observed, weights)
  if (arms.unexpected >= 0) return { status: 'unexpected_arm', arm: arms.unexpected }
  const n = sumOf(arms.observed)
  if (n === 0) return { status: 'no_data', p: 1 }
  const chiSquare = sumOf(arms.shares.map((share, arm) => ((arms.observed[arm] ?? 0) - n * share) ** 2 / (n * share)))
  const df = arms.shares.length - 1
  return { status: 'ok', chiSquare, df, p: df === 0 ? 1 : chiSquareTail(chiSquare, df) }
}

/** x·ln(x/y), by what lies between them where they are near. */
const logExcess = (x: number, y: number): number => {
  const off = (x - y) / y
  return x * (Math.abs(off) < 0.5 ? Math.log1p(off) : Math.log(x / y))
}

/**
 * ln of the Bayes factor of "other shares" (a Dirichlet with `concentration` times the planned shares) against the planned
 * ones, for all units so far (Lindon & Malek 2022, "Anytime-valid inference for multinomial count data"): at any look above
 * ln(1/α) in at most α of the runs where the shares are as planned. lnΓ's large terms are taken out by hand: what is left of
 * Stirling's formula are logarithms of ratios near 1, so the figure holds its digits with 10⁹ units too.
 * @returns Infinity where an arm of weight 0 has units
 */
export const logRatioEvidence = (
  observed: readonly number[],
  weights: readonly number[],
  concentration = 10_000,
): number => {
  const arms = armsOf(observed, weights)
  if (arms.unexpected >= 0) return Infinity
  const n = sumOf(arms.observed)
  const total = concentration + n
  const terms = arms.shares.flatMap((share, arm) => {
    const before = concentration * share
    const after = before + (arms.observed[arm] ?? 0)
    return [logExcess(after, share * total), -Math.log(after / before) / 2, stirlingRest(after) - stirlingRest(before)]
  })
  return sumOf([...terms, Math.log1p(n / concentration) / 2, stirlingRest(concentration) - stirlingRest(total)])
}

/** The p that may be looked at always: the smallest over all looks of 1/(Bayes factor), at most 1. */
export const ratioP = (logEvidences: readonly number[]): number =>
  Math.min(1, ...logEvidences.map((log) => Math.exp(-log)))

/** Whether an always-valid p says that the samples are off; 0.01 in experiments. */
export const samplesAreOff = (p: number, alpha = 0.01): boolean => p < between0And1(alpha, 'alpha')
