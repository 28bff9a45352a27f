import type { Answer } from '../core/answers.ts'
import type { Details, ErrorCode, Reason } from '../core/details.ts'

/** An answer with everything there is to know about it in a page, whose value is `value`; as `detailsOf` of a program. */
export const answerDetails = <Value>(
  answer: Partial<Answer> | undefined,
  isServed: boolean,
  value: Value,
  isGiven: boolean,
): Details<Value> => {
  const misfit = answer?.value !== undefined && !isGiven
  const missing = isServed ? 'FLAG_NOT_FOUND' : 'PROVIDER_NOT_READY'
  const errorCode = misfit ? 'TYPE_MISMATCH' : answer ? (answer.errorCode ?? null) : missing
  return {
    rule: null,
    prerequisite: null,
    revision: null,
    warning: null,
    value,
    variant: misfit ? null : (answer?.variant ?? null),
    // OFREP says that these are OpenFeature's; a server that says something else is passed on as it is.
    reason: (errorCode === null ? (answer?.reason ?? 'UNKNOWN') : 'ERROR') as Reason,
    errorCode: errorCode as ErrorCode | null,
    errorMessage: misfit
      ? `the environment serves ${JSON.stringify(answer.value)}, which the program did not declare`
      : isGiven
        ? null
        : (answer?.errorDetails ?? null),
  }
}
