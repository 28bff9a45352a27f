import { FanionError } from '../../../shared/errors/fanion-error.ts'
import {
  isGroundThere,
  isParted,
  otherValueOf,
  type RampOf,
  rampedRule,
  touchedBy,
  withoutRamp,
} from '../../../shared/features/ramps/document-at.ts'
import { groundOf } from '../../../shared/features/ramps/ground-of.ts'
import { isMeasured } from '../../../shared/features/ramps/measured-by.ts'
import type { Ramp } from '../../../shared/features/ramps/schemas/ramp.ts'
import type { FlagDocument } from '../../../shared/schemas/flag.ts'
import { counted } from '../../../shared/text/rules/percent.ts'
import type { ProvenEnvironment } from '../../platform/kernel/scope.ts'
import { type LockedRamp, rampOf } from './ramp-ctx.ts'

/** Why a ramp cannot go on, by the flag as it is or by who approved its plan; null where it can. */
export const changed = (environment: ProvenEnvironment, ramp: LockedRamp): string | null =>
  flagChanged(environment, ramp) ?? unapproved(environment, ramp)

/** Why a ramp cannot go on from the flag as it is; null where it can. */
export function flagChanged(environment: ProvenEnvironment, { row, there }: LockedRamp): string | null {
  if (!there) return 'the flag is gone'
  if (!there.document.on) return 'the flag is off'
  return touchedHere(environment, there.document, rampOf(row), row.step)
}

/** How a flag differs from what a ramp has there at a step, in the parts that are the ramp's; null where it does not. */
export function touchedHere(
  { requiredApprovals }: ProvenEnvironment,
  document: FlagDocument,
  ramp: RampOf,
  step: number,
): string | null {
  const how = touchedBy(document, ramp, step)
  // it would be the steps that move users away from it, and to it in the end: nobody approved that
  const isBlocked = how === null && requiredApprovals > 0 && isParted(document, ramp)
  return isBlocked ? 'a rule was put between its own and the one it ramps' : how
}

/**
 * Why the steps of a ramp are nobody's to take: its environment came to require more approvals than its plan began with, or
 * they would move users from or to another value than was approved. Whoever approved that value saw only those move who get it.
 */
export function unapproved(
  { name, requiredApprovals }: ProvenEnvironment,
  { row, there, approvals }: LockedRamp,
): string | null {
  if (requiredApprovals === 0) return null
  const other = there && otherValueOf(there.document, row)
  if (other !== undefined) return `the value of ${other} was changed since its plan was approved`
  if (approvals === null || approvals >= requiredApprovals) return null
  const has = approvals === 0 ? 'nobody approved its plan' : `its plan has ${approvals}`
  return `${name} requires ${counted(requiredApprovals, 'approval')}, and ${has}`
}

/** Refuses, with `run/touched`, what goes on from a flag that is not as the ramp left it, or without the approvals it takes. */
export function refuseChanged(environment: ProvenEnvironment, ramp: LockedRamp): void {
  const how = changed(environment, ramp)
  if (how !== null) throw touchedRefusal(environment, ramp, how)
}

/** Refuses, with `run/touched`, what begins at a flag that is not as the ramp left it. */
export function refuseTouched(environment: ProvenEnvironment, ramp: LockedRamp): void {
  const how = flagChanged(environment, ramp)
  if (how !== null) throw touchedRefusal(environment, ramp, how)
}

type Choice = NonNullable<Ramp['choices'][number]>

/**
 * How a ramp can go on from a flag that is not as it left it: from the flag as it stands now, or from what the plan has
 * there. Where approvals are required only the plan's own rule is put back: nobody approved the plan for another audience.
 */
export function choicesOf(environment: ProvenEnvironment, locked: LockedRamp): Choice[] {
  const { row, there } = locked
  const { requiredApprovals } = environment
  if (!there?.document.on || unapproved(environment, locked) !== null) return []
  const ramp = rampOf(row)
  if (requiredApprovals > 0 && isParted(there.document, ramp)) return []
  if (isGroundThere(there.document, ramp)) return requiredApprovals > 0 ? ['put-back'] : ['keep', 'put-back']
  if (requiredApprovals > 0) return []
  const found = groundOf(withoutRamp(there.document, ramp), row.plan)
  // who is counted is compared with one variant from the beginning to the end
  const keeps = 'ground' in found && (!isMeasured(row.plan) || found.ground.before === row.ground.before)
  const isRuleThere = rampedRule(there.document, row.plan.rule) !== undefined
  return [...(keeps ? (['keep'] as const) : []), ...(isRuleThere ? (['put-back'] as const) : [])]
}

const nextText: Record<Choice, string> = {
  keep: 'Resume from the flag as it is now',
  'put-back': 'Put back what the plan has there',
}

/** The refusal of what goes on from a flag that is not as the ramp left it, with the choices there are. */
export function touchedRefusal(environment: ProvenEnvironment, ramp: LockedRamp, how: string): FanionError {
  const { row, there } = ramp
  const choices = choicesOf(environment, ramp)
  const off = there && !there.document.on
  const next = off
    ? 'Turn the flag on, then resume'
    : [
        ...choices.map((one) => nextText[one]),
        ...(flagChanged(environment, ramp) === null ? ['Have everyone now approved'] : []),
        'Undo the ramp',
      ].join(', or ')
  return new FanionError(
    'run/touched',
    { ramp: row.number, touched: how, choices },
    `Ramp ${row.number} can’t go on: ${how}. ${next}.`,
  )
}
