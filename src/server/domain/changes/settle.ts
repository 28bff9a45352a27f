import { clashTitle } from '../../../shared/words/clash.ts'
import type { Tx } from '../../db/pool.ts'
import { audit } from '../../kernel/audit.ts'
import type { ProjectCtx } from '../../kernel/ctx.ts'
import { isApproved, lostApprovals } from './approvals.ts'
import type { LoadedChange } from './load-change.ts'
import { type MergedEntries, mergeEntries } from './merge-entries.ts'
import { updateChange } from './queries.ts'
import { approvalsOf, voidReviews } from './review-queries.ts'
import { endSchedule } from './schedule-queries.ts'

type TxCtx = ProjectCtx & { readonly db: Tx }

const mayConflict = ['draft', 'in-review', 'approved', 'scheduled']

/**
 * Brings a locked change up to what happened around it: a clash with what was published since makes it conflicted, and
 * approvals that died with their givers' right send it back to review. Returns whether its state moved, and otherwise
 * its entries merged with the heads.
 */
export async function settle(
  ctx: TxCtx,
  change: LoadedChange,
): Promise<{ moved: true } | { moved: false; merged: MergedEntries[] }> {
  const merged = await mergeEntries(ctx.db, change.environments, change.proposals)
  if (await loseApprovals(ctx, change)) return { moved: true }
  const clashes = merged.flatMap((one) => one.clashes)
  if (clashes.length === 0 || !mayConflict.includes(change.row.state)) return { moved: false, merged }
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

async function loseApprovals(ctx: TxCtx, { row, environments, approvals }: LoadedChange): Promise<boolean> {
  if (!['in-review', 'approved', 'scheduled'].includes(row.state)) return false
  const lost = lostApprovals(await approvalsOf(ctx.db, ctx.project, row.id), environments)
  const ids = lost.map((one) => one.id)
  await voidReviews(ctx.db, ids, ctx.now(), 'right-lost')
  if (row.state === 'in-review' || isApproved(approvals)) return false
  await lapse(ctx, row, { lost: lost.map((one) => one.reviewerName) })
  return true
}

/** Sends a change whose approvals no longer suffice back to review, off its schedule. */
export async function lapse(ctx: TxCtx, row: LoadedChange['row'], details: object): Promise<void> {
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
