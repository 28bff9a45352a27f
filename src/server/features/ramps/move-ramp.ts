import { holdEndMs } from '../../../shared/features/ramps/due.ts'
import { hasComparisonGroup, isMeasured } from '../../../shared/features/ramps/measured-by.ts'
import { rampDocumentAt, rampRuleId, withoutRamp } from '../../../shared/features/ramps/ramp-document.ts'
import type { RampState } from '../../../shared/features/ramps/schemas/ramp.ts'
import { percent } from '../../../shared/text/rules/percent.ts'
import { checkRampStep } from '../runs/check-ramp-step.ts'
import { checkRuleRemoval } from '../runs/check-rule-removal.ts'
import { firstGuardCheckAt } from './guard-check-times.ts'
import { notifyInboxes } from './late-queries.ts'
import { updateRamp } from './queries.ts'
import { auditRamp, type LockedRamp, publishFlag, type RampCtx, rampOf } from './ramp-ctx.ts'
import { endRunOf, storeRuleOfStep } from './run-of-ramp.ts'

/**
 * Takes a ramp to its next step, or to everyone, which completes it. Throws `change/approval-required` if this would
 * move users of other flags differently than when it began.
 */
export async function takeRampStep(ctx: RampCtx, { row, there }: LockedRamp, to = row.step + 1): Promise<void> {
  if (!there) return
  const { plan } = row
  const last = plan.steps.length - 1
  const step = Math.min(to, last)
  const [from, share] = [plan.steps[row.step]?.share ?? 0, plan.steps[step]?.share ?? 0]
  const message = `Ramp ${row.number} of ${row.flag}: ${percent(from)} → ${percent(share)}, step ${step + 1} of ${plan.steps.length}`
  const next = rampDocumentAt(there.document, rampOf(row), step)
  await checkRampStep(ctx, { run: row.number, change: row.change, flag: row.flag, next })
  const isCounted = step < last && hasComparisonGroup(share)
  if (isCounted || (step < last && !isMeasured(plan))) await storeRuleOfStep(ctx, row, step)
  else await endRunOf(ctx, row)
  const revision = await publishFlag(ctx, row, next, { message, mark: 'ramp' })
  const now = ctx.now()
  const done = step === last
  const state: RampState = done ? 'completed' : 'running'
  await updateRamp(ctx.db, row.id, {
    state,
    step,
    why: null,
    held: null,
    headNumber: revision,
    enteredAt: now,
    dueAt: done ? null : new Date(holdEndMs(plan, step, now.getTime())),
    endedAt: done ? now : null,
    lookAt: done ? null : firstGuardCheckAt(plan, step, now),
    // overriding a guard applies only to the step at which it objected
    overruled: '[]',
  })
  // the inbox may have shown the ramp as held
  if (row.held !== null) await notifyInboxes(ctx.db, row)
  await auditRamp(ctx, row, done ? 'complete' : 'step', { state, step, share, from, revision })
}

/**
 * Ends a ramp by removing its rule from the flag's current document. The rest of the flag stays. Throws
 * `change/approval-required` if the state that users would return to was never approved.
 */
export async function removeRampRule(
  ctx: RampCtx,
  ramp: LockedRamp,
  why: string,
  evidence: object = {},
): Promise<void> {
  const { row, there } = ramp
  const { step, plan, number, flag } = row
  let revision = there?.number
  if (there?.document.rules.some(({ id }) => id === rampRuleId(number))) {
    await checkRuleRemoval(ctx, { run: number, change: row.change, flag, document: there.document, mayStay: false })
    const share = percent(plan.steps[step]?.share ?? 0)
    const message = [`Ramp ${number} of ${flag}: undone at ${share}`, why].filter(Boolean).join('. ')
    revision = await publishFlag(ctx, row, withoutRamp(there.document, row), { message, mark: 'rollback' })
  }
  await endRamp(ctx, ramp, 'rolled-back', why || null, { revision, evidence })
}

const endAction = { completed: 'complete', 'rolled-back': 'roll-back', ended: 'end' } as const

/** Ends a ramp without publishing. */
export async function endRamp(
  ctx: RampCtx,
  { row, there }: LockedRamp,
  state: keyof typeof endAction,
  why: string | null,
  { revision = there?.number, evidence = {} }: { revision?: number | undefined; evidence?: object } = {},
): Promise<void> {
  const headNumber = revision ?? row.headNumber
  await endRunOf(ctx, row)
  await updateRamp(ctx.db, row.id, {
    state,
    why,
    held: null,
    headNumber,
    dueAt: null,
    lookAt: null,
    endedAt: ctx.now(),
  })
  await auditRamp(ctx, row, endAction[state], {
    state,
    step: row.step,
    why,
    ...(revision && { revision }),
    ...evidence,
  })
}

/** Pauses a ramp until a member resumes it. */
export async function stopRamp(
  ctx: RampCtx,
  { row, there }: LockedRamp,
  why: string,
  evidence: object = {},
): Promise<void> {
  const headNumber = there?.number ?? row.headNumber
  await updateRamp(ctx.db, row.id, { state: 'paused', why, held: null, headNumber, dueAt: null })
  await auditRamp(ctx, row, 'pause', { state: 'paused', step: row.step, why, ...evidence })
}
