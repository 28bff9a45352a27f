import type { EvaluationErrorCode, Reason } from '../schemas/evaluation.ts'
import type { FlagType } from '../schemas/flag.ts'
import type { Json } from '../schemas/keys.ts'
import { spentDetail } from './meter.ts'
import { NotLoaded } from './needed.ts'

/** What measures a rule: the run, and the attribute that names its units where that is not the targeting key. */
export interface Measured {
  readonly run: number
  readonly by: string | null
}

/** An answer to one evaluation. Frozen and shared by every evaluation that ends in it; compare by identity. */
export interface Outcome {
  readonly flag: string
  /** Undefined: the caller's own default. Objects and lists are frozen. */
  readonly value: Json | undefined
  readonly variant: string | null
  readonly reason: Reason
  readonly rule: { readonly id: string; readonly index: number } | null
  /** What measures the rule it came from. */
  readonly measured: Measured | null
  /** The prerequisite that failed. */
  readonly prerequisite: string | null
  readonly errorCode: EvaluationErrorCode | null
  /** What went wrong, for people. */
  readonly detail: string | null
  /** A split was passed over because the context has no targeting key. */
  readonly warning: 'TARGETING_KEY_MISSING' | null
  /** Index of the counter of this flag and variant; -1 for a flag that does not exist. */
  readonly slot: number
  /** On or off as the superset reports it, beside variant and value; null in a native flag. */
  readonly enabled: boolean | null
  /** The name the variant is reported by, and its payload: the superset's further outputs. */
  readonly name: string | null
  readonly payload: Json | undefined
  readonly inExperiment: boolean
  /** This outcome with `TARGETING_KEY_MISSING` as its warning. */
  warned(): Outcome
}

export type OutcomeFields = Partial<Omit<Outcome, 'warned'>> & Pick<Outcome, 'flag' | 'reason'>

/** The JSON type of a value as flags name it; null is an object. */
// JSON has no other types.
export const typeOf = (value: Json): FlagType => typeof value as FlagType

const freeze = (value: unknown): void => {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return
  Object.freeze(value)
  for (const inner of Object.values(value)) freeze(inner)
}

class Answer implements Outcome {
  declare readonly flag: string
  declare readonly value: Json | undefined
  declare readonly variant: string | null
  declare readonly reason: Reason
  declare readonly rule: Outcome['rule']
  declare readonly measured: Measured | null
  declare readonly prerequisite: string | null
  declare readonly errorCode: EvaluationErrorCode | null
  declare readonly detail: string | null
  declare readonly warning: Outcome['warning']
  declare readonly slot: number
  declare readonly enabled: boolean | null
  declare readonly name: string | null
  declare readonly payload: Json | undefined
  declare readonly inExperiment: boolean
  #warned: Outcome | undefined

  constructor(fields: OutcomeFields) {
    this.flag = fields.flag
    this.value = fields.value
    this.variant = fields.variant ?? null
    this.reason = fields.reason
    this.rule = fields.rule ?? null
    this.measured = fields.measured ?? null
    this.prerequisite = fields.prerequisite ?? null
    this.errorCode = fields.errorCode ?? null
    this.detail = fields.detail ?? null
    this.warning = fields.warning ?? null
    this.slot = fields.slot ?? -1
    this.enabled = fields.enabled ?? null
    this.name = fields.name ?? null
    this.payload = fields.payload
    this.inExperiment = fields.inExperiment ?? false
  }

  warned(): Outcome {
    if (this.warning !== null) return this
    // Its fields are own properties; what it derives from them is not.
    this.#warned ??= outcome(Object.assign({}, this, { warning: 'TARGETING_KEY_MISSING' as const }))
    return this.#warned
  }
}

/** Builds one outcome, at compile time. */
export const outcome = (fields: OutcomeFields): Outcome => {
  freeze(fields.value)
  freeze(fields.payload)
  return Object.freeze(new Answer(fields))
}

/** An outcome that leaves the caller its default and says why. */
export const failure = (flag: string, errorCode: EvaluationErrorCode, detail: string, slot = -1): Outcome =>
  outcome({ flag, reason: 'ERROR', errorCode, detail, slot })

/** What a flag answers whose evaluation takes more than its budget. */
export const overBudget = (flag: string, slot?: number): Outcome => failure(flag, 'PARSE_ERROR', spentDetail, slot)

/** What a flag answers that could not be compiled, by what was thrown: not ready while a part of the engine is missing. */
export const unusable = (flag: string, problem: unknown, slot?: number): Outcome => {
  const code = problem instanceof NotLoaded ? 'PROVIDER_NOT_READY' : 'PARSE_ERROR'
  return failure(flag, code, problem instanceof Error ? problem.message : 'malformed', slot)
}
