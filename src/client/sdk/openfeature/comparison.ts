import type { ResolutionDetails } from '@openfeature/server-sdk'
import type { ComparisonCounts } from '../../../shared/features/usage/schemas/comparison.ts'

/** The result of a provider; `failed` if it threw. */
export type ProviderResult = Pick<ResolutionDetails<unknown>, 'value' | 'variant' | 'reason' | 'errorCode'> | 'failed'

const failed = (answer: ProviderResult): answer is 'failed' => answer === 'failed' || answer.errorCode !== undefined

/** Whether the caller's default was used because no rule or variant decided. */
const isDefault = (answer: Exclude<ProviderResult, 'failed'>): boolean =>
  answer.variant === undefined && (answer.reason === 'DEFAULT' || answer.reason === 'DISABLED')

/** Returns the JSON of a value with sorted fields. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  ) ?? 'null'

/** Classifies the comparison of two results. */
export const compared = (theirs: ProviderResult, ours: ProviderResult): keyof ComparisonCounts => {
  if (failed(theirs) || failed(ours)) return 'errors'
  if (isDefault(theirs) || isDefault(ours)) return 'defaults'
  return canonical(theirs.value) === canonical(ours.value) ? 'same' : 'different'
}
