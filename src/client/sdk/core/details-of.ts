import type { Outcome } from '../../../shared/engine/outcome.ts'
import type { Details } from './details.ts'

export type ReportedOutcome = Pick<
  Outcome,
  'value' | 'variant' | 'reason' | 'rule' | 'prerequisite' | 'errorCode' | 'detail' | 'warning'
>

/**
 * Converts an outcome to `Details`: its value if the application accepts it, otherwise the default with an error code.
 */
export const detailsOf = <Value>(
  outcome: Omit<ReportedOutcome, 'value'> & { readonly value: unknown },
  revision: number | null,
  fallback: Value,
  accepts: (value: unknown) => boolean,
): Details<Value> => {
  const { value, variant, reason, rule, prerequisite, errorCode, detail, warning } = outcome
  const common = { rule, prerequisite, revision, warning }
  if (value === undefined) {
    return { ...common, value: fallback, variant, reason, errorCode, errorMessage: detail }
  }
  if (!accepts(value)) {
    return {
      ...common,
      value: fallback,
      variant: null,
      reason: 'ERROR',
      errorCode: 'TYPE_MISMATCH',
      errorMessage: `the program did not declare ${JSON.stringify(value)}`,
    }
  }
  // Safe cast: `accepts` has checked the value.
  return { ...common, value: value as Value, variant, reason, errorCode, errorMessage: null }
}
