import type { Outcome } from '../../../engine/outcome.ts'
import type { FlagDocument } from '../../../schemas/flag.ts'
import { reported } from './payload.ts'

/** A variant as the frontend API answers it. */
interface AnsweredVariant {
  readonly name: string
  readonly enabled: boolean
  readonly feature_enabled: boolean
  readonly payload?: { readonly type: string; readonly value: string }
}

export interface Answered {
  readonly enabled: boolean
  readonly variant: AnsweredVariant
}

/**
 * An outcome as Unleash has it: of a boolean, whether the feature is on; of another type, on means that the flag is on and
 * its prerequisites are met, with its variant. Off is the code's default.
 */
export const answerOf = (outcome: Outcome, flag: FlagDocument): Answered => {
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
