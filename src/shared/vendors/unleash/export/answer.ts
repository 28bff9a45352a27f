import type { Outcome } from '../../../engine/outcome.ts'
import type { FlagDocument } from '../../../schemas/flag.ts'
import { reported } from './payload.ts'

/** A variant as returned by Unleash's frontend API. */
interface AnsweredVariant {
  readonly name: string
  readonly enabled: boolean
  readonly feature_enabled: boolean
  readonly payload?: { readonly type: string; readonly value: string }
}

export interface UnleashEvaluation {
  readonly enabled: boolean
  readonly variant: AnsweredVariant
}

/**
 * Converts an outcome to Unleash's form. A boolean flag determines whether the feature is on. For other types, the
 * feature is on if the flag is on and its prerequisites are met, with its variant. Off means the default in code.
 */
export const answerOf = (outcome: Outcome, flag: FlagDocument): UnleashEvaluation => {
  const enabled = isEnabled(outcome, flag)
  if (!enabled || flag.type === 'boolean' || outcome.variant === null)
    return { enabled, variant: { name: 'disabled', enabled: false, feature_enabled: enabled } }
  const served = reported(flag, outcome.variant, outcome.enabled === null)
  return { enabled, variant: { ...served, enabled: true, feature_enabled: true } }
}

const isEnabled = (outcome: Outcome, { type }: FlagDocument): boolean => {
  if (outcome.errorCode !== null) return false
  if (outcome.enabled !== null) return outcome.enabled
  if (type === 'boolean') return outcome.value === true
  return outcome.variant !== null && outcome.reason !== 'DISABLED' && outcome.reason !== 'PREREQUISITE_FAILED'
}
