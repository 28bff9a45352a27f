import type { EvaluationErrorCode, Reason } from '../schemas/evaluation.ts'
import type { FlagType } from '../schemas/flag.ts'
import type { Json } from '../schemas/keys.ts'
import { spentDetail } from './meter.ts'
import { ModuleNotLoaded } from './require-module.ts'

/** The run that measures a rule, and the attribute that identifies its units if that is not the targeting key. */
export interface MeasuringRun {
  readonly run: number
  readonly by: string | null
}

/** The result of an evaluation. Frozen, and shared by all evaluations with the same result; compare by identity. */
export interface Outcome {
  readonly flag: string
  /** Undefined if the caller's default applies. Objects and lists are frozen. */
  readonly value: Json | undefined
  readonly variant: string | null
  readonly reason: Reason
  readonly rule: { readonly id: string; readonly index: number } | null
  /** What measures the rule that decided. */
  readonly measured: MeasuringRun | null
  /** The prerequisite that was not met. */
  readonly prerequisite: string | null
  readonly errorCode: EvaluationErrorCode | null
  /** A description of the error, for developers. */
  readonly detail: string | null
  /** Set if a split was skipped because the context has no targeting key. */
  readonly warning: 'TARGETING_KEY_MISSING' | null
  /** Index of the counter of this flag and variant; -1 if the flag does not exist. */
  readonly slot: number
  /** On or off as the extended model reports it, in addition to variant and value; null for native flags. */
  readonly enabled: boolean | null
  /** Additional outputs of the extended model: the reported name of the variant, and its payload. */
  readonly name: string | null
  readonly payload: Json | undefined
  readonly inExperiment: boolean
  /** Returns this outcome with the warning `TARGETING_KEY_MISSING`. */
  warned(): Outcome
}

export type OutcomeFields = Partial<Omit<Outcome, 'warned'>> & Pick<Outcome, 'flag' | 'reason'>

/** Returns the type of a value as flags name it; null is an object. */
// Safe cast: JSON has no other types.
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
  declare readonly measured: MeasuringRun | null
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
    // Copies the fields only: they are own properties; methods are not.
    this.#warned ??= outcome(Object.assign({}, this, { warning: 'TARGETING_KEY_MISSING' as const }))
    return this.#warned
  }
}

/** Builds an outcome. Called at compile time. */
export const outcome = (fields: OutcomeFields): Outcome => {
  freeze(fields.value)
  freeze(fields.payload)
  return Object.freeze(new Answer(fields))
}

/** Builds an error outcome, for which the caller's default applies. */
export const failure = (flag: string, errorCode: EvaluationErrorCode, detail: string, slot = -1): Outcome =>
  outcome({ flag, reason: 'ERROR', errorCode, detail, slot })

/** The outcome of a flag that exceeds its budget. */
export const overBudget = (flag: string, slot?: number): Outcome => failure(flag, 'PARSE_ERROR', spentDetail, slot)

/**
 * The outcome of a flag that could not be compiled: `PROVIDER_NOT_READY` while a module is missing, otherwise
 * `PARSE_ERROR`.
 */
export const unusable = (flag: string, problem: unknown, slot?: number): Outcome => {
  const code = problem instanceof ModuleNotLoaded ? 'PROVIDER_NOT_READY' : 'PARSE_ERROR'
  return failure(flag, code, problem instanceof Error ? problem.message : 'malformed', slot)
}
