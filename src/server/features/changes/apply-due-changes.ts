import type { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { Tx } from '../../platform/db/pool.ts'
import { nameOf } from '../../platform/kernel/actor.ts'
import type { Ctx } from '../../platform/kernel/ctx.ts'
import { proveProject } from '../../platform/kernel/scope.ts'
import { auditStoppedPublish, stoppedInvariantsOf } from '../promises/audit-stopped-publish.ts'
import { canStillSchedule } from '../schedules/can-still-schedule.ts'
import { fireDue } from '../schedules/fire-due.ts'
import { type DueSchedule, runningSchedules } from '../schedules/queries.ts'
import { applyChange } from './apply-change.ts'
import type { LoadedChange } from './load-change.ts'
import { markConflicted, reconcileChange, returnToReview } from './reconcile.ts'
import { insertReview } from './review-queries.ts'
import { type ActCtx, lockChangeAndEnvironments } from './transition.ts'

/** Above this delay, the revision's message says that it is late. */
const lateMs = 1_000

type TxCtx = Ctx & { readonly db: Tx }

/** Applies all scheduled changes that are due, earliest first. */
export const applyDueChanges = (ctx: Ctx): Promise<void> => fireDue(ctx, { apply: applyDue, refuse: noLongerApplies })

/**
 * Applies one scheduled change. It becomes conflicted if it no longer applies, and goes back to review if the member
 * who scheduled it has lost the permission.
 */
async function applyDue(ctx: TxCtx, due: DueSchedule): Promise<void> {
  const scheduled = await lockScheduled(ctx, due)
  if (!scheduled) return
  const { ctx: inProject, change } = scheduled
  const reconciled = await reconcileChange(inProject, change)
  if (reconciled.moved) {
    if (reconciled.grown) await auditUnappliedChange(inProject, change, due, reconciled.grown.message)
    return
  }
  if (!(await canStillSchedule(ctx, due, due.project, change.environments))) return goBack(inProject, change, due)
  const late = ctx.now().getTime() - due.dueAt.getTime()
  const at = `${due.dueAt.toISOString()} (${due.zone})`
  await applyChange(
    inProject,
    { ...change, merged: reconciled.merged },
    {
      action: 'apply',
      cleared: true,
      answers: { byName: due.madeBy, personId: due.personId, tokenId: due.tokenId },
      details: { scheduledFor: due.dueAt.toISOString(), zone: due.zone, by: due.madeBy, lateMs: late },
      ...(late > lateMs ? { remark: `(scheduled for ${at}, applied ${Math.round(late / 1_000)} s late)` } : {}),
    },
  )
}

/**
 * Sends a change back to review because the member who scheduled it has lost the permission, and notes the reason on
 * it.
 */
async function goBack(ctx: ActCtx, { row }: LoadedChange, { madeBy, dueAt }: DueSchedule): Promise<void> {
  const because = `${madeBy}, who scheduled it, may not do so any more`
  await returnToReview(ctx, row, { lost: [], because })
  await auditUnappliedChange(ctx, { row }, { dueAt }, `${because}. It is in review again.`)
}

/** Comments on the change why it was not applied at its time. */
const auditUnappliedChange = (
  ctx: ActCtx,
  { row }: Pick<LoadedChange, 'row'>,
  { dueAt }: Pick<DueSchedule, 'dueAt'>,
  why: string,
) =>
  insertReview(ctx.db, {
    id: ctx.newId(),
    changeId: row.id,
    reviewerId: null,
    reviewerName: nameOf(ctx.actor),
    verdict: 'comment',
    body: `Not applied at ${dueAt.toISOString()}: ${why}`,
    at: ctx.now(),
    voidSince: null,
    voidBecause: null,
  })

async function noLongerApplies(ctx: TxCtx, due: DueSchedule, refusal: FanionError): Promise<void> {
  const scheduled = await lockScheduled(ctx, due)
  if (!scheduled) return
  const { code, details } = refusal
  const stopped = stoppedInvariantsOf(refusal)
  if (stopped) await auditStoppedPublish(scheduled.ctx, stopped, due.number)
  await markConflicted(scheduled.ctx, scheduled.change, refusal.message, { code, details })
}

/** The change of a schedule, locked. Undefined if its schedule ended in the meantime. */
async function lockScheduled(ctx: TxCtx, due: DueSchedule): Promise<{ ctx: ActCtx; change: LoadedChange } | undefined> {
  const inProject = { ...ctx, project: await proveProject(ctx.db, ctx.actor, due.project) }
  const change = await lockChangeAndEnvironments(inProject, due.number)
  const [running] = await runningSchedules(ctx.db, [change.row.id])
  return running?.id === due.id && change.row.state === 'scheduled' ? { ctx: inProject, change } : undefined
}
