import { canonicalJson } from '../datafile/canonical-json.ts'
import type { Outcome } from '../engine/outcome.ts'
import type { Json } from '../schemas/keys.ts'

/** The result of a flag: its variant and value. Without both, the caller's default applies. */
export interface Answer {
  readonly variant: string | null
  readonly value: Json | undefined
  /** Additional outputs of the extended model: on or off, the reported name of the variant, a payload. */
  readonly enabled?: boolean
  readonly name?: string
  readonly payload?: Json
}

/** Returns a text that is equal for equal answers; empty for the caller's default. */
export const nameOfAnswer = (answer: Answer): string => {
  const { variant, value, ...reported } = answer
  if (Object.keys(reported).length > 0) return canonicalJson([variant, value ?? null, reported])
  return variant === null ? '' : canonicalJson([variant, value])
}

/** Whether the engine's outcome equals an answer. */
export const isAnswer = (outcome: Outcome, answer: Answer): boolean =>
  nameOfAnswer(answerOf(outcome)) === nameOfAnswer(answer)

/** Returns the answer that an application receives. */
export const answerOf = ({ variant, value, enabled, name, payload }: Outcome): Answer => ({
  variant,
  value: variant === null ? undefined : value,
  ...(enabled !== null && { enabled }),
  ...(name !== null && { name }),
  ...(payload !== undefined && { payload }),
})
