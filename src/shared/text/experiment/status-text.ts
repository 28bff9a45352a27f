import type { Status } from '../../statistics/status.ts'

/** Why a result has no value, in a few words. Empty if it has one. */
export const statusText: Record<Status, string> = {
  ok: '',
  no_data: 'no users yet',
  too_few_units: 'too few users',
  zero_variance: 'every user has the same value',
  small_counts: 'too few users with the event',
  burn_in: 'too few users yet',
  immature: 'nobody has had the whole window yet',
  denominator_zero: 'nothing to divide by',
  baseline_zero: 'the control is at 0',
  baseline_not_distinguishable_from_zero: 'the control is too close to 0 for a percentage',
  unexpected_arm: 'users in a variant that has no share',
  invalid_input: 'the numbers don’t add up',
}
