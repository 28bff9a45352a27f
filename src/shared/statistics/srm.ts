import { between0And1, count, notNegative } from './given.ts'
import { sumOf } from './moments.ts'
import { chiSquareTail, stirlingRest } from './special/gamma.ts'

/** The result of a sample ratio test at a single moment (χ²). */
export type SampleRatio =
  | { readonly status: 'ok'; readonly chiSquare: number; readonly df: number; readonly p: number }
  | { readonly status: 'no_data'; readonly p: 1 }
  | { readonly status: 'unexpected_arm'; readonly arm: number }

type Arms = { readonly observed: readonly number[]; readonly shares: readonly number[] }

/** Returns the arms with a weight, normalized to shares. `unexpected` is an arm of weight 0 that has units. */
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
 * Pearson's χ² of the units by arm against the planned weights. The degrees of freedom count the arms with a weight.
 * @throws {RangeError} if a count is invalid, weights are negative or all 0, or the lengths differ
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

/** x·ln(x/y), computed from the difference if they are close. */
const logExcess = (x: number, y: number): number => {
  const off = (x - y) / y
  return x * (Math.abs(off) < 0.5 ? Math.log1p(off) : Math.log(x / y))
}

/**
 * Returns ln of the Bayes factor of other shares (a Dirichlet with `concentration` times the planned shares) against
 * the planned ones, over all units so far (Lindon & Malek 2022, "Anytime-valid inference for multinomial count data").
 * If the shares are as planned, it exceeds ln(1/α) at any look in at most α of all runs.
 * The large terms of lnΓ are canceled analytically. The rest of Stirling's formula consists of logarithms of ratios
 * close to 1, so the result keeps its precision up to 10⁹ units.
 * @returns Infinity if an arm of weight 0 has units
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

/** The always-valid p: the smallest 1/(Bayes factor) of all looks, at most 1. */
export const ratioP = (logEvidences: readonly number[]): number =>
  Math.min(1, ...logEvidences.map((log) => Math.exp(-log)))

/** Whether an always-valid p shows a sample ratio mismatch. Experiments use 0.01. */
export const samplesAreOff = (p: number, alpha = 0.01): boolean => p < between0And1(alpha, 'alpha')
