import { z } from 'zod'
import { Json } from './keys.ts'

/** Why an answer is what it is: OpenFeature's reasons, and one of ours. */
export const Reason = z.enum([
  'STATIC',
  'DEFAULT',
  'TARGETING_MATCH',
  'SPLIT',
  'CACHED',
  'DISABLED',
  'STALE',
  'ERROR',
  'UNKNOWN',
  'PREREQUISITE_FAILED',
])
export type Reason = z.infer<typeof Reason>

/** OpenFeature's error codes. */
export const EvaluationErrorCode = z.enum([
  'PROVIDER_NOT_READY',
  'FLAG_NOT_FOUND',
  'PARSE_ERROR',
  'TYPE_MISMATCH',
  'TARGETING_KEY_MISSING',
  'INVALID_CONTEXT',
  'PROVIDER_FATAL',
  'GENERAL',
])
export type EvaluationErrorCode = z.infer<typeof EvaluationErrorCode>

/** One evaluation as a person or another program reads it. No `value` means: the caller's own default. */
export const Evaluation = z.strictObject({
  flag: z.string(),
  value: Json.optional(),
  variant: z.string().nullable(),
  reason: Reason,
  rule: z.strictObject({ id: z.string(), index: z.int() }).nullable(),
  prerequisite: z.string().nullable(),
  errorCode: EvaluationErrorCode.nullable(),
})
export type Evaluation = z.infer<typeof Evaluation>
