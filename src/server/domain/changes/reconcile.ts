import { FanionError } from '../../../shared/errors/fanion-error.ts'
import { clashTitle } from '../../../shared/text/diff/clash.ts'
import type { Tx } from '../../db/pool.ts'
import { audit } from '../../kernel/audit.ts'
import type { ProjectCtx } from '../../kernel/ctx.ts'
import { endSchedule } from '../schedules/queries.ts'
import { isApproved, lostApprovals } from './approvals.ts'
import { checkPublishable } from './check-publishable.ts'
import { keepTitleTrue } from './keep-title-true.ts'
import type { LoadedChange } from './load-change.ts'
import { type MergedEntries, mergeEntries } from './merge-entries.ts'
import { putOnTop } from './put-on-top.ts'
import { updateChange } from './queries.ts'
import { haveMoved, resultsOf } from './results.ts'
import { approvalsOf, voidReviews } from './review-queries.ts'
import { voidApprovals } from './void-approvals.ts'

type TxCtx = ProjectCtx & { readonly db: Tx }

/** The states in which others have the change before them, or have approved it. */
const reviewed = ['in-review', 'approved', 'scheduled']

const mayConflict = ['draft', 'in-review', 'approved', 'scheduled']

/**
 * Brings a locked change up to what happened around it: a clash with what was published since makes it conflicted,
 * approvals that died with their givers' right send it back to review, and where it comes to something else than it did,
 * it is another version of itself, which nobody has approved. Returns whether it moved, and otherwise its entries merged
 * with the heads.
 */
export async function reconcile(
  ctx: TxCtx,
  change: LoadedChange,
): Promise<{ moved: true } | { moved: false; merged: MergedEntries[] }> {
  const merged = await mergeEntries(ctx.db, change.environments, change.proposals)
  if (await loseApprovals(ctx, change)) return { moved: true }
  const clashes = merged.flatMap((one) => one.clashes)
  if (clashes.length === 0 || !mayConflict.includes(change.row.state)) {
    return (await followGround(ctx, change, merged)) ? { moved: true } : { moved: false, merged }
  }
  const fields = clashes.map((clash) => `“${clashTitle(clash, [])}” of ${clash.key} in ${clash.environment}`)
  await conflict(ctx, change, `Someone else has since published a different value for ${fields.join(', ')}.`, {
    clashes,
  })
  return { moved: true }
}

/** Makes the change conflicted and says why; its author finds it in the list of what waits for them. */
export async function conflict(ctx: TxCtx, { row }: LoadedChange, why: string, details: object): Promise<void> {
  await updateChange(ctx.db, row.id, { state: 'conflicted', conflict: why, updatedAt: ctx.now() })
  await endSchedule(ctx.db, row.id, ctx.now(), 'conflicted')
  await audit(ctx, {
    action: 'change.conflict',
    subject: `${ctx.project.key}/changes/${row.number}`,
    projectId: ctx.project.id,
    before: { state: row.state },
    after: { state: 'conflicted', why, author: row.authorName, ...details },
  })
}

/**
 * Makes a change that others have before them, or have approved, another version where the ground under it moved so that
 * it comes to something else: with its entries as they are now merged, and without its approvals.
 */
async function followGround(ctx: TxCtx, change: LoadedChange, merged: readonly MergedEntries[]): Promise<boolean> {
  const { row, environments } = change
  if (!reviewed.includes(row.state) || environments.every((one) => one.requiredApprovals === 0)) return false
  const results = await resultsOf(ctx.db, merged)
  if (!haveMoved(environments, row.results, results)) return false
  const refusal = await refusalToPublish(ctx, merged)
  if (refusal) {
    await conflict(ctx, change, refusal.message, { code: refusal.code, details: refusal.details })
    return true
  }
  await putOnTop(ctx.db, row.id, merged)
  await keepTitleTrue(ctx, change)
  const lost = await voidApprovals(ctx, change, 'ground-moved')
  const version = row.version + 1
  await updateChange(ctx.db, row.id, { version, results: JSON.stringify(results) })
  await returnToReview(ctx, row, {
    lost,
    version,
    because: 'what it comes to has changed with what was published since',
  })
  return true
}

async function refusalToPublish(ctx: TxCtx, merged: readonly MergedEntries[]): Promise<FanionError | undefined> {
  try {
    await checkPublishable(ctx, merged)
    return undefined
  } catch (error) {
    if (error instanceof FanionError) return error
    throw error
  }
}

async function loseApprovals(ctx: TxCtx, { row, environments, approvals }: LoadedChange): Promise<boolean> {
  if (!reviewed.includes(row.state)) return false
  const lost = lostApprovals(await approvalsOf(ctx.db, ctx.project, row.id), environments)
  const ids = lost.map((one) => one.id)
  await voidReviews(ctx.db, ids, ctx.now(), 'right-lost')
  if (row.state === 'in-review' || isApproved(approvals)) return false
  await returnToReview(ctx, row, { lost: lost.map((one) => one.reviewerName) })
  return true
}

/** Sends a change whose approvals no longer suffice back to review, off its schedule. */
export async function returnToReview(ctx: TxCtx, row: LoadedChange['row'], details: object): Promise<void> {
  await updateChange(ctx.db, row.id, { state: 'in-review', decidedAt: null, updatedAt: ctx.now() })
  await endSchedule(ctx.db, row.id, ctx.now(), 'lapsed')
  await audit(ctx, {
    action: 'change.lapse',
    subject: `${ctx.project.key}/changes/${row.number}`,
    projectId: ctx.project.id,
    before: { state: row.state },
    after: { state: 'in-review', ...details },
  })
}
