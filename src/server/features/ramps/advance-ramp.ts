import { holdEndMs, nextOpen } from '../../../shared/features/ramps/due.ts'
import { isHeldWithoutData } from '../../../shared/features/ramps/evaluate-guards.ts'
import { isComplete } from '../../../shared/features/ramps/ramp-document.ts'
import { stillHasPermission } from '../schedules/can-still-schedule.ts'
import { readClosedTimes } from '../schedules/freezes/working-hours.ts'
import { whyFlagBlocksRamp, whyStepsNeedApproval } from './changed-flag.ts'
import { heldLateMs, lookEveryMs } from './guard-check-times.ts'
import { lateNotificationsSince, notifyInboxes } from './late-queries.ts'
import { endRamp, stopRamp, takeRampStep } from './move-ramp.ts'
import { lastGuardCheck, lastTouchOf, updateRamp, wasFlagOffSince } from './queries.ts'
import { auditRamp, type LockedRamp, type RampCtx, rampOf } from './ramp-ctx.ts'

/** A held step is rechecked after this time, in case a freeze was added or removed. */
const recheckMs = 60_000

/**
 * Performs what is due for an open, locked ramp. Ends it if its flag is gone. Pauses it if the flag was turned off or
 * the ramp's part of it was edited. Takes its next step after its hold if no guard objects.
 */
export async function advanceRamp(ctx: RampCtx, ramp: LockedRamp): Promise<void> {
  const { row, there } = ramp
  if (!there) return endRamp(ctx, ramp, 'ended', await byWhom(ctx, ramp, 'archived'))
  const hasMoved = there.number !== row.headNumber
  if (hasMoved && isComplete(there.document, rampOf(row))) {
    return endRamp(ctx, ramp, 'completed', await byWhom(ctx, ramp, 'everyone gets it'))
  }
  // turning the flag off and on again still pauses the ramp
  const off = hasMoved && (await wasFlagOffSince(ctx.db, row))
  // also checked if the flag has not changed, because approvals may be required by now
  const why = whyFlagBlocksRamp(ctx.environment, ramp) ?? (off ? 'the flag was turned off' : null)
  if (why !== null && row.state !== 'paused') return stopRamp(ctx, ramp, await byWhom(ctx, ramp, why))
  if (hasMoved) await updateRamp(ctx.db, row.id, { headNumber: there.number })
  const lacks = whyStepsNeedApproval(ctx.environment, ramp)
  if (lacks !== null && row.state !== 'paused') return stopRamp(ctx, ramp, lacks)
  if (row.state === 'running' && isHeldLongEnough(ctx, ramp)) await step(ctx, ramp)
}

const dueMs = ({ row }: LockedRamp): number =>
  row.enteredAt === null ? Number.POSITIVE_INFINITY : holdEndMs(row.plan, row.step, row.enteredAt.getTime())

const isHeldLongEnough = ({ now }: RampCtx, ramp: LockedRamp): boolean => dueMs(ramp) <= now().getTime()

async function step(ctx: RampCtx, ramp: LockedRamp): Promise<void> {
  const { row } = ramp
  const now = ctx.now().getTime()
  const { rows, freezes, hours } = await readClosedTimes(ctx.db, ctx.environment, ctx.now())
  const openMs = nextOpen(now, row.plan.hours ?? hours, freezes)
  if (openMs > now) {
    const frozen = rows.find(({ fromAt, toAt }) => fromAt.getTime() <= now && now < toAt.getTime())
    return hold(
      ctx,
      ramp,
      frozen
        ? `frozen: ${frozen.why}`
        : row.plan.hours
          ? 'outside of its hours'
          : `outside of the working hours of ${ctx.environment.name}`,
      openMs,
    )
  }
  const permission = ctx.environment.protected ? 'revision.publish-protected' : 'revision.publish'
  const maker = { madeBy: row.byName, personId: row.personId, tokenId: row.tokenId }
  if (!(await stillHasPermission(ctx, maker, ctx.project.key, [ctx.environment], permission))) {
    return stopRamp(ctx, ramp, `${row.byName}, who answers for it, may not publish here any more`)
  }
  if (row.plan.guards) {
    const last = await lastGuardCheck(ctx.db, ctx.project, row.number)
    // a step requires a guard check from after its hold; the next check is due soon
    if (!last || last.at.getTime() < dueMs(ramp) || last.at.getTime() < now - 2 * lookEveryMs(row.plan)) return
    if (last.body.verdict !== 'ok') {
      return hold(ctx, ramp, last.body.why ?? 'it is watched', openMs + recheckMs, isHeldWithoutData(last.body))
    }
  }
  if (row.plan.steps[row.step + 1]?.ask) {
    await updateRamp(ctx.db, row.id, { state: 'waiting', held: null, dueAt: null })
    return auditRamp(ctx, row, 'wait', { state: 'waiting', step: row.step })
  }
  await takeRampStep(ctx, ramp)
}

async function hold(ctx: RampCtx, ramp: LockedRamp, held: string, untilMs: number, blind = false): Promise<void> {
  const { row } = ramp
  const now = ctx.now().getTime()
  const dueAt = new Date(Math.min(untilMs, now + recheckMs))
  await updateRamp(ctx.db, row.id, { held, dueAt })
  const after = { state: row.state, step: row.step }
  if (held !== row.held) await auditRamp(ctx, row, 'hold', { ...after, why: held })
  if (row.enteredAt === null || now < dueMs(ramp) + heldLateMs) return
  const told = await lateNotificationsSince(ctx.db, ctx.project, row.number, row.enteredAt)
  if (told.length === 0) await notifyInboxes(ctx.db, row)
  if (told.length > 0 && (!blind || told.some((one) => one.blind))) return
  await auditRamp(ctx, row, 'hold', { ...after, why: `${held}, for more than an hour`, late: true, blind })
}

/** Adds the revision and the member that caused it to a reason. */
async function byWhom(ctx: RampCtx, { row }: LockedRamp, what: string): Promise<string> {
  const touch = await lastTouchOf(ctx.db, row.environmentId, row.flag)
  return touch ? `${what}: revision ${touch.number} by ${touch.actorName}` : what
}
