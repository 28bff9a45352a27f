import type { Answer } from '../core/answers.ts'
import type { Details, ErrorCode, Reason } from '../core/details.ts'

/** An answer with everything there is to know about it in a page, whose value is `value`; as `detailsOf` of a program. */
export const answerDetails = <Value>(
  answer: Partial<Answer> | undefined,
  isServed: boolean,
  value: Value,
  isGiven: boolean,
): Details<Value> => {
  const missing = { errorCode: isServed ? 'FLAG_NOT_FOUND' : 'PROVIDER_NOT_READY' }
  const given: Partial<Answer> = answer ?? missing
  const { value: served, variant = null, metadata, errorCode = null, errorDetails = null } = given
  // OFREP has fewer reasons than OpenFeature: the others come in the metadata.
  const reason = metadata?.reason ?? given.reason ?? 'UNKNOWN'
  const misfit = served !== undefined && !isGiven
  const code = misfit ? 'TYPE_MISMATCH' : errorCode
  return {
    value,
    variant: misfit ? null : variant,
    // OFREP says that these are OpenFeature's; a server that says something else is passed on as it is.
    reason: (code ? 'ERROR' : reason) as Reason,
    rule: null,
    prerequisite: null,
    revision: null,
    errorCode: code as ErrorCode | null,
    errorMessage: misfit ? `the program did not declare ${JSON.stringify(served)}` : isGiven ? null : errorDetails,
    warning: metadata?.warning ?? null,
  }
}
