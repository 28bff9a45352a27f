import { canonicalJson } from '../datafile/canonical-json.ts'
import type { Outcome } from '../engine/outcome.ts'
import type { Json } from '../schemas/keys.ts'

/** What a flag answers: its variant and value; both absent is the program's own default. */
export interface Answer {
  readonly variant: string | null
  readonly value: Json | undefined
  /** What another system reports besides: on or off, the name of the variant, a payload. */
  readonly enabled?: boolean
  readonly name?: string
  readonly payload?: Json
}

/** The same for equal answers; the program's own default is empty. */
export const nameOfAnswer = (answer: Answer): string => {
  const { variant, value, ...reported } = answer
  if (Object.keys(reported).length > 0) return canonicalJson([variant, value ?? null, reported])
  return variant === null ? '' : canonicalJson([variant, value])
}

/** Whether the engine gave an answer. */
export const isAnswer = (outcome: Outcome, answer: Answer): boolean =>
  nameOfAnswer(answerOf(outcome)) === nameOfAnswer(answer)

/** What a program is told. */
export const answerOf = ({ variant, value, enabled, name, payload }: Outcome): Answer => ({
  variant,
  value: variant === null ? undefined : value,
  ...(enabled !== null && { enabled }),
  ...(name !== null && { name }),
  ...(payload !== undefined && { payload }),
})
