import { z } from 'zod'
import { Json } from './keys.ts'

/** Why a flag has its value: OpenFeature's reasons, and an additional one. */
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

/** The result of one evaluation, for people and other systems. Without `value`, the caller's default applies. */
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
