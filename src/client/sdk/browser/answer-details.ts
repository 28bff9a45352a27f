import type { Answer } from '../core/answers.ts'
import type { Details, ErrorCode, Reason } from '../core/details.ts'

/** Builds the `Details` of a server answer, with `value` as its value. The browser's counterpart of `detailsOf`. */
export const answerDetails = <Value>(
  answer: Partial<Answer> | undefined,
  isServed: boolean,
  value: Value,
  isGiven: boolean,
): Details<Value> => {
  const missing = { errorCode: isServed ? 'FLAG_NOT_FOUND' : 'PROVIDER_NOT_READY' }
  const given: Partial<Answer> = answer ?? missing
  const { value: served, variant = null, metadata, errorCode = null, errorDetails = null } = given
  // OFREP has fewer reasons than OpenFeature. The others are sent in the metadata.
  const reason = metadata?.reason ?? given.reason ?? 'UNKNOWN'
  const misfit = served !== undefined && !isGiven
  const code = misfit ? 'TYPE_MISMATCH' : errorCode
  return {
    value,
    variant: misfit ? null : variant,
    // Safe cast: OFREP uses OpenFeature's reasons. An unknown reason is passed on unchanged.
    reason: (code ? 'ERROR' : reason) as Reason,
    rule: null,
    prerequisite: null,
    revision: null,
    errorCode: code as ErrorCode | null,
    errorMessage: misfit ? `the program did not declare ${JSON.stringify(served)}` : isGiven ? null : errorDetails,
    warning: metadata?.warning ?? null,
  }
}
