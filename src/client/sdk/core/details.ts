/** Why an answer is what it is: OpenFeature's reasons, and two of ours. */
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
  /** Something stood in for the answer, while developing or in a test. */
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

/** One evaluation with everything there is to know about it. */
export type Details<Value> = {
  readonly value: Value
  /** The key of the variant; null where `value` is the default that the program declared. */
  readonly variant: string | null
  readonly reason: Reason
  /** The rule that decided, with its position counted from 0. */
  readonly rule: { readonly id: string; readonly index: number } | null
  /** The key of the prerequisite that failed. */
  readonly prerequisite: string | null
  /** The revision that was evaluated; null before there is any. */
  readonly revision: number | null
  readonly errorCode: ErrorCode | null
  /** What went wrong, for people. */
  readonly errorMessage: string | null
  /** A split was passed over because the context has no targeting key. */
  readonly warning: 'TARGETING_KEY_MISSING' | null
}
