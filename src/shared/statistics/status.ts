/**
 * What can be concluded from a comparison. Every status except `ok` and `small_counts` has no interval and no p: never
 * NaN, never [0, 0].
 */
export type Status =
  /** An arm has no units. */
  | 'no_data'
  /** A variance needs two units in each arm. */
  | 'too_few_units'
  /** All units of an arm have the same value, in both arms, so variation cannot be estimated. */
  | 'zero_variance'
  /** Fewer than ten successes or failures in an arm: exact methods are used. */
  | 'small_counts'
  /** The always-valid test does not apply yet: too few units, successes, or values other than 0. */
  | 'burn_in'
  /** No unit has completed the metric's window yet. */
  | 'immature'
  /** The denominators of a ratio add up to 0. */
  | 'denominator_zero'
  /** The control's mean is 0: there is no relative difference. */
  | 'baseline_zero'
  /** The control's mean may be 0: any relative difference fits. */
  | 'baseline_not_distinguishable_from_zero'
  /** An arm with weight 0 has units. */
  | 'unexpected_arm'
  /** Impossible numbers; `problem` names them. */
  | 'invalid_input'
  | 'ok'
