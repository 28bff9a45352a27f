import type { ExtendedTest } from '../../schemas/condition.ts'
import type { EvaluationErrorCode } from '../../schemas/evaluation.ts'

/**
 * What a test says of a value. `invalid`: it cannot be coerced, the leaf's `invalid` decides. `finalFalse`: false whatever
 * the leaf negates. `unknown` stays unknown.
 */
export type Verdict = boolean | 'invalid' | 'finalFalse' | 'unknown'

export type Ask = (value: unknown, nowMs: number) => Verdict

export type Op = ExtendedTest['op']
export type TestOf<O extends Op> = Extract<ExtendedTest, { op: O }>

/** A kind of error that ends the flag; the caller's default applies. */
export class Fatal extends Error {
  readonly kind: string

  constructor(kind: string) {
    super(kind)
    this.kind = kind
  }
}

/** The commonest, made once: where it was thrown nobody asks, and to write that down takes longer than what was evaluated. */
export const general: Fatal = new Fatal('GENERAL')

/** The code of a kind of error; any other is GENERAL. */
export const codes: Readonly<Record<string, EvaluationErrorCode>> = {
  MALFORMED_FLAG: 'PARSE_ERROR',
  PARSE_ERROR: 'PARSE_ERROR',
  BAD_CONFIG: 'PARSE_ERROR',
  TYPE_MISMATCH: 'TYPE_MISMATCH',
  TARGETING_KEY_MISSING: 'TARGETING_KEY_MISSING',
  INVALID_CONTEXT: 'INVALID_CONTEXT',
}
