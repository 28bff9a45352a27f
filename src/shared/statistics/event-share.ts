import { between0And1, count, positive } from './given.ts'

/**
 * Units with the event (counted once each), by arm, among those first exposed while `share` of the users got the new
 * variant.
 */
export type SharePhase = { readonly share: number; readonly treatment: number; readonly control: number }

/** The alternative for the rate ratio treatment/control: above `nullRatio`, below it, or either. */
export type ShareDirection = 'higher' | 'lower' | 'two-sided'

/**
 * Evidence against the null hypothesis. `evidence` is E, which exceeds 1/α at any time in at most α of all harmless
 * runs.
 */
export type ShareEvidence = { readonly logEvidence: number; readonly evidence: number; readonly p: number }

/** The multiples of the null ratio in the mixture, with equal weights. */
const grid = [1.05, 1.1, 1.2, 1.35, 1.5, 2, 3, 5, 10]

const alternatives = (direction: ShareDirection, nullRatio: number): readonly number[] => {
  const higher = grid.map((times) => nullRatio * times)
  const lower = grid.map((times) => nullRatio / times)
  return direction === 'higher' ? higher : direction === 'lower' ? lower : [...higher, ...lower]
}

/** ln((1 + π(r₀ - 1))/(1 + π(r - 1))). */
const logOdds = (share: number, ratio: number, nullRatio: number): number =>
  Math.log1p(share * (nullRatio - 1)) - Math.log1p(share * (ratio - 1))

/** ln of the mean of e^x, without overflow. */
const logMeanExp = (logs: readonly number[]): number => {
  const top = Math.max(...logs)
  return top + Math.log(logs.reduce((sum, log) => sum + Math.exp(log - top), 0) / logs.length)
}

/** Returns ln E of these phases. Fractional units are allowed, because expected counts are not integers. */
export const logShareEvidence = (phases: readonly SharePhase[], direction: ShareDirection, nullRatio: number): number =>
  logMeanExp(
    alternatives(direction, nullRatio).map((ratio) =>
      phases.reduce(
        (sum, { share, treatment, control }) =>
          sum + treatment * Math.log(ratio / nullRatio) + (treatment + control) * logOdds(share, ratio, nullRatio),
        0,
      ),
    ),
  )

/**
 * An exact test that may be evaluated after every event. If the rate ratio is r, a unit with the event is in the
 * treatment with probability q(r) = rπ/(rπ + 1 - π), whatever the rates are.
 * E is the mean over alternatives r of the likelihood ratio of r to r₀, a martingale at r₀, so P(E ≥ 1/α at any time) ≤
 * α (Ville 1939; Ramdas et al. 2023, "Game-theoretic statistics and safe anytime-valid inference"). E is always
 * computed from all events, so the number of looks does not matter.
 * @throws {RangeError} if a share is not between 0 and 1, a count is invalid, or the null ratio is not above 0
 */
export const eventShare = (phases: readonly SharePhase[], direction: ShareDirection, nullRatio = 1): ShareEvidence => {
  positive(nullRatio, 'nullRatio')
  phases.forEach(({ share, treatment, control }, at) => {
    between0And1(share, `phases[${String(at)}].share`)
    count(treatment, `phases[${String(at)}].treatment`)
    count(control, `phases[${String(at)}].control`)
  })
  const logEvidence = logShareEvidence(phases, direction, nullRatio)
  return {
    logEvidence,
    evidence: Math.min(Number.MAX_VALUE, Math.exp(logEvidence)),
    p: Math.min(1, Math.exp(-logEvidence)),
  }
}
