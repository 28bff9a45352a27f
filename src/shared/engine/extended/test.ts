import type { ExtendedTest } from '../../schemas/condition.ts'
import type { EvaluationErrorCode } from '../../schemas/evaluation.ts'

/**
 * The result of a test. `invalid`: the value cannot be coerced, so the leaf's `invalid` decides. `finalFalse`: false
 * even if the leaf is negated. `unknown` stays unknown.
 */
export type Verdict = boolean | 'invalid' | 'finalFalse' | 'unknown'

export type Ask = (value: unknown, nowMs: number) => Verdict

export type Op = ExtendedTest['op']
export type TestOf<O extends Op> = Extract<ExtendedTest, { op: O }>

/** An error that ends the flag. The caller's default applies. */
export class Fatal extends Error {
  readonly kind: string

  constructor(kind: string) {
    super(kind)
    this.kind = kind
  }
}

/**
 * A shared instance of the most common error: no one reads its stack trace, and capturing it costs more than an
 * evaluation.
 */
export const general: Fatal = new Fatal('GENERAL')

/** Error codes by kind of error. Any other kind is `GENERAL`. */
export const codes: Readonly<Record<string, EvaluationErrorCode>> = {
  MALFORMED_FLAG: 'PARSE_ERROR',
  PARSE_ERROR: 'PARSE_ERROR',
  BAD_CONFIG: 'PARSE_ERROR',
  TYPE_MISMATCH: 'TYPE_MISMATCH',
  TARGETING_KEY_MISSING: 'TARGETING_KEY_MISSING',
  INVALID_CONTEXT: 'INVALID_CONTEXT',
}
