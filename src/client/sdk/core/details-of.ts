import type { Outcome } from '../../../shared/engine/outcome.ts'
import type { Details } from './details.ts'

/** What an outcome must have to be read. */
export type Readable = Pick<
  Outcome,
  'value' | 'variant' | 'reason' | 'rule' | 'prerequisite' | 'errorCode' | 'detail' | 'warning'
>

/** An outcome as a program reads it: its value where the program can handle it, else the default and why. */
export const detailsOf = <Value>(
  outcome: Omit<Readable, 'value'> & { readonly value: unknown },
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
  // `accepts` has looked: the value is one that the caller declared.
  return { ...common, value: value as Value, variant, reason, errorCode, errorMessage: null }
}
