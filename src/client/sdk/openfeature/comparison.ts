import type { ResolutionDetails } from '@openfeature/server-sdk'
import type { ComparisonCounts } from '../../../shared/features/usage/schemas/comparison.ts'

/** What a provider answered; `failed` where it threw. */
export type Answered = Pick<ResolutionDetails<unknown>, 'value' | 'variant' | 'reason' | 'errorCode'> | 'failed'

const failed = (answer: Answered): answer is 'failed' => answer === 'failed' || answer.errorCode !== undefined

/** The caller's own default was given: nothing there decided. */
const isDefault = (answer: Exclude<Answered, 'failed'>): boolean =>
  answer.variant === undefined && (answer.reason === 'DEFAULT' || answer.reason === 'DISABLED')

/** The JSON of a value, whatever the order in which its fields were written. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  ) ?? 'null'

/** What two answers come to. */
export const compared = (theirs: Answered, ours: Answered): keyof ComparisonCounts => {
  if (failed(theirs) || failed(ours)) return 'errors'
  if (isDefault(theirs) || isDefault(ours)) return 'defaults'
  return canonical(theirs.value) === canonical(ours.value) ? 'same' : 'different'
}
