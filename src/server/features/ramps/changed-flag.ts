import { FanionError } from '../../../shared/errors/fanion-error.ts'
import { isMeasured } from '../../../shared/features/ramps/measured-by.ts'
import { rampBaselineOf } from '../../../shared/features/ramps/ramp-baseline.ts'
import {
  changedVariantOf,
  describeRampEdit,
  hasRuleBetween,
  isBaselineIntact,
  type RampDocumentInput,
  rampedRule,
  withoutRamp,
} from '../../../shared/features/ramps/ramp-document.ts'
import type { Ramp } from '../../../shared/features/ramps/schemas/ramp.ts'
import type { FlagDocument } from '../../../shared/schemas/flag.ts'
import { counted } from '../../../shared/text/rules/percent.ts'
import type { ProvenEnvironment } from '../../platform/kernel/scope.ts'
import { type LockedRamp, rampOf } from './ramp-ctx.ts'

/** Why a ramp cannot continue: because of its flag or missing approvals. Null if it can. */
export const whyRampCannotContinue = (environment: ProvenEnvironment, ramp: LockedRamp): string | null =>
  whyFlagBlocksRamp(environment, ramp) ?? whyStepsNeedApproval(environment, ramp)

/** Why a ramp cannot continue from the flag's current document. Null if it can. */
export function whyFlagBlocksRamp(environment: ProvenEnvironment, { row, there }: LockedRamp): string | null {
  if (!there) return 'the flag is gone'
  if (!there.document.on) return 'the flag is off'
  return rampPartDifference(environment, there.document, rampOf(row), row.step)
}

/** How the ramp's part of a flag differs from what a step should contain. Null if it does not. */
export function rampPartDifference(
  { requiredApprovals }: ProvenEnvironment,
  document: FlagDocument,
  ramp: RampDocumentInput,
  step: number,
): string | null {
  const how = describeRampEdit(document, ramp, step)
  // the ramp's steps and its end would move users from or to that rule's value, which was never approved
  const isBlocked = how === null && requiredApprovals > 0 && hasRuleBetween(document, ramp)
  return isBlocked ? 'a rule was put between its own and the one it ramps' : how
}

/**
 * Why a ramp must not take steps without approval. Its environment requires more approvals than the plan has, or a
 * value of its variants has changed. Reviewers of that edit saw only the users affected at that time.
 */
export function whyStepsNeedApproval(
  { name, requiredApprovals }: ProvenEnvironment,
  { row, there, approvals }: LockedRamp,
): string | null {
  if (requiredApprovals === 0) return null
  const other = there && changedVariantOf(there.document, row)
  if (other !== undefined) return `the value of ${other} was changed since its plan was approved`
  if (approvals === null || approvals >= requiredApprovals) return null
  const has = approvals === 0 ? 'nobody approved its plan' : `its plan has ${approvals}`
  return `${name} requires ${counted(requiredApprovals, 'approval')}, and ${has}`
}

/** Throws `run/touched` if the flag differs from what the ramp left, or approvals are missing. */
export function refuseChanged(environment: ProvenEnvironment, ramp: LockedRamp): void {
  const how = whyRampCannotContinue(environment, ramp)
  if (how !== null) throw changedFlagError(environment, ramp, how)
}

/** Throws `run/touched` if the flag differs from what the ramp left. */
export function refuseTouched(environment: ProvenEnvironment, ramp: LockedRamp): void {
  const how = whyFlagBlocksRamp(environment, ramp)
  if (how !== null) throw changedFlagError(environment, ramp, how)
}

type Choice = NonNullable<Ramp['choices'][number]>

/**
 * How a ramp can continue if the flag differs from what it left: from the current flag, or with the plan's version
 * restored. If approvals are required, only the plan's own rule can be restored, because the plan was not approved for
 * another audience.
 */
export function resumeChoicesOf(environment: ProvenEnvironment, locked: LockedRamp): Choice[] {
  const { row, there } = locked
  const { requiredApprovals } = environment
  if (!there?.document.on || whyStepsNeedApproval(environment, locked) !== null) return []
  const ramp = rampOf(row)
  if (requiredApprovals > 0 && hasRuleBetween(there.document, ramp)) return []
  if (isBaselineIntact(there.document, ramp)) return requiredApprovals > 0 ? ['put-back'] : ['keep', 'put-back']
  if (requiredApprovals > 0) return []
  const found = rampBaselineOf(withoutRamp(there.document, ramp), row.plan)
  // counted users must be compared with the same variant from start to end
  const keeps = 'ground' in found && (!isMeasured(row.plan) || found.ground.before === row.ground.before)
  const isRuleThere = rampedRule(there.document, row.plan.rule) !== undefined
  return [...(keeps ? (['keep'] as const) : []), ...(isRuleThere ? (['put-back'] as const) : [])]
}

const nextText: Record<Choice, string> = {
  keep: 'Resume from the flag as it is now',
  'put-back': 'Put back what the plan has there',
}

/** The error for a flag that differs from what the ramp left, with the available choices. */
export function changedFlagError(environment: ProvenEnvironment, ramp: LockedRamp, how: string): FanionError {
  const { row, there } = ramp
  const choices = resumeChoicesOf(environment, ramp)
  const off = there && !there.document.on
  const next = off
    ? 'Turn the flag on, then resume'
    : [
        ...choices.map((one) => nextText[one]),
        ...(whyFlagBlocksRamp(environment, ramp) === null ? ['Have everyone now approved'] : []),
        'Undo the ramp',
      ].join(', or ')
  return new FanionError(
    'run/touched',
    { ramp: row.number, touched: how, choices },
    `Ramp ${row.number} can’t go on: ${how}. ${next}.`,
  )
}
