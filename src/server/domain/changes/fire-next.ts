import { FanionError } from '../../../shared/errors/fanion-error.ts'
import { nameOf } from '../../kernel/actor.ts'
import { type Ctx, inTransaction } from '../../kernel/ctx.ts'
import { proveProject } from '../../kernel/scope.ts'
import { applyChange } from './apply-change.ts'
import type { LoadedChange } from './load-change.ts'
import { mayStillSchedule } from './may-still-schedule.ts'
import { conflict, reconcile, returnToReview } from './reconcile.ts'
import { insertReview } from './review-queries.ts'
import { earliestDue, runningSchedules, takeTurn } from './schedule-queries.ts'
import { type ActCtx, lock } from './transition.ts'

/** Later than this and the revision says that it is late. */
const lateMs = 1_000

type Due = NonNullable<Awaited<ReturnType<typeof earliestDue>>>

/**
 * Applies the earliest scheduled change that is due, and returns whether there was one. Exactly once with any number of
 * servers: the schedule ends in the transaction that publishes. A change that no longer applies becomes conflicted, and
 * one whose schedule was made by somebody who may not any more goes back to review.
 * `tried` holds the schedules of this round, so that one that breaks does not hold up the others.
 */
export async function fireNext(ctx: Ctx, tried: Set<string>): Promise<boolean> {
  let claimed: Due | undefined
  try {
    return await inTransaction(ctx, async (tx) => {
      if (!(await takeTurn(tx.db))) return false
      claimed = await earliestDue(tx.db, tx.now(), [...tried])
      if (!claimed) return false
      tried.add(claimed.id)
      const scheduled = await lockScheduled(tx, claimed)
      if (!scheduled) return true
      const settled = await reconcile(scheduled.ctx, scheduled.change)
      if (settled.moved) return true
      const { ctx: inProject, change } = scheduled
      if (!(await mayStillSchedule(tx, claimed, claimed.project, change.environments))) {
        await goBack(inProject, change, claimed)
        return true
      }
      const late = tx.now().getTime() - claimed.dueAt.getTime()
      const due = `${claimed.dueAt.toISOString()} (${claimed.zone})`
      await applyChange(
        scheduled.ctx,
        { ...scheduled.change, merged: settled.merged },
        {
          action: 'apply',
          cleared: true,
          details: { scheduledFor: claimed.dueAt.toISOString(), zone: claimed.zone, by: claimed.madeBy, lateMs: late },
          ...(late > lateMs ? { remark: `(scheduled for ${due}, applied ${Math.round(late / 1_000)} s late)` } : {}),
        },
      )
      return true
    })
  } catch (error) {
    if (!claimed || !(error instanceof FanionError) || error.code.startsWith('server/')) throw error
    await noLongerApplies(ctx, claimed, error)
    return true
  }
}

/** Sends a change back to review whose schedule nobody answers for any more, and says so on its page. */
async function goBack(ctx: ActCtx, { row }: LoadedChange, { madeBy, dueAt }: Due): Promise<void> {
  const because = `${madeBy}, who scheduled it, may not do so any more`
  await returnToReview(ctx, row, { lost: [], because })
  await insertReview(ctx.db, {
    id: ctx.newId(),
    changeId: row.id,
    reviewerId: null,
    reviewerName: nameOf(ctx.actor),
    verdict: 'comment',
    body: `Not applied at ${dueAt.toISOString()}: ${because}. It is in review again.`,
    at: ctx.now(),
    voidSince: null,
    voidBecause: null,
  })
}

const noLongerApplies = (ctx: Ctx, due: Due, refusal: FanionError) =>
  inTransaction(ctx, async (tx) => {
    const scheduled = await lockScheduled(tx, due)
    if (!scheduled) return
    const { code, details } = refusal
    await conflict(scheduled.ctx, scheduled.change, refusal.message, { code, details })
  })

/** The change of a schedule, locked; undefined where somebody was faster and the schedule has ended. */
async function lockScheduled<C extends Parameters<typeof lock>[0]>(ctx: Omit<C, 'project'>, due: Due) {
  const project = await proveProject(ctx.db, ctx.actor, due.project)
  const inProject = { ...ctx, project }
  const change = await lock(inProject, due.number)
  const [running] = await runningSchedules(ctx.db, [change.row.id])
  return running?.id === due.id && change.row.state === 'scheduled' ? { ctx: inProject, change } : undefined
}
