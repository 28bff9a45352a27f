/**
 * What can be said of a comparison. Whatever is not `ok` or `small_counts` has no interval and no p: never NaN, never [0, 0].
 */
export type Status =
  /** An arm has no units. */
  | 'no_data'
  /** A variance needs two units in each arm. */
  | 'too_few_units'
  /** Every unit of an arm has the same value, in both arms: there is no measure of chance. */
  | 'zero_variance'
  /** Fewer than ten successes or failures in an arm: exact methods are used. */
  | 'small_counts'
  /** A test for any time does not hold yet: too few units, successes or values that are not 0. */
  | 'burn_in'
  /** Nobody has had the metric's whole window yet. */
  | 'immature'
  /** The denominators of a ratio add up to 0. */
  | 'denominator_zero'
  /** The control's mean is 0: there is no relative difference. */
  | 'baseline_zero'
  /** The control's mean may be 0: any relative difference fits. */
  | 'baseline_not_distinguishable_from_zero'
  /** Units in an arm to which none were given. */
  | 'unexpected_arm'
  /** Numbers that no units can have; `problem` says which. */
  | 'invalid_input'
  | 'ok'
