/** Why a flag has its value: OpenFeature's reasons, and two additional ones. */
export type Reason =
  | 'STATIC'
  | 'DEFAULT'
  | 'TARGETING_MATCH'
  | 'SPLIT'
  | 'CACHED'
  | 'DISABLED'
  | 'STALE'
  | 'ERROR'
  | 'UNKNOWN'
  | 'PREREQUISITE_FAILED'
  /** An override replaced the evaluation, in development or in a test. */
  | 'OVERRIDE'

/** OpenFeature's error codes. */
export type ErrorCode =
  | 'PROVIDER_NOT_READY'
  | 'FLAG_NOT_FOUND'
  | 'PARSE_ERROR'
  | 'TYPE_MISMATCH'
  | 'TARGETING_KEY_MISSING'
  | 'INVALID_CONTEXT'
  | 'PROVIDER_FATAL'
  | 'GENERAL'

/** The full result of one evaluation. */
export type Details<Value> = {
  readonly value: Value
  /** The key of the variant; null if `value` is the declared default. */
  readonly variant: string | null
  readonly reason: Reason
  /** The rule that matched. `index` counts from 0. */
  readonly rule: { readonly id: string; readonly index: number } | null
  /** The key of the prerequisite that was not met. */
  readonly prerequisite: string | null
  /** The revision that was evaluated; null before the first datafile. */
  readonly revision: number | null
  readonly errorCode: ErrorCode | null
  /** A description of the error, for logs. */
  readonly errorMessage: string | null
  /** Set if a split was skipped because the context has no targeting key. */
  readonly warning: 'TARGETING_KEY_MISSING' | null
}
