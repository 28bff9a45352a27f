import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { Tx } from '../../platform/db/pool.ts'
import { audit } from '../../platform/kernel/audit.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { endSchedule } from '../schedules/queries.ts'
import { approvalsWithoutPermission, isApproved } from './approvals.ts'
import { atFinalStep } from './at-final-step.ts'
import { checkPublishable } from './check-publishable.ts'
import { clashText } from './clash-text.ts'
import { dismissApprovals } from './dismiss-approvals.ts'
import { findUnapprovedEffects, type UnapprovedEffect } from './find-unapproved-effects.ts'
import { environmentsNeedingImpactReview } from './impact-review.ts'
import type { LoadedChange } from './load-change.ts'
import { type MergedEntries, mergeEntries } from './merge-entries.ts'
import { updateChange } from './queries.ts'
import { rebaseOntoHeads } from './rebase-onto-heads.ts'
import { refreshGeneratedTitle } from './refresh-generated-title.ts'
import { environmentsWithNewResult, resultsOf } from './results.ts'
import { approvalsOf, extendApprovals, voidReviews } from './review-queries.ts'

type TxCtx = ProjectCtx & { readonly db: Tx }

/** States in which reviewers see the change or have approved it. */
const reviewed = ['in-review', 'approved', 'scheduled']

const mayConflict = ['draft', 'in-review', 'approved', 'scheduled']

/**
 * Updates a locked change after related events. A clash with a later publish makes it conflicted. If reviewers lost
 * their permission, their approvals are dismissed and it returns to review. If its result differs and affects more than
 * was approved, it becomes a new version without approvals. Returns whether the change moved and, if not, its entries
 * merged with the heads.
 */
export async function reconcileChange(
  ctx: TxCtx,
  change: LoadedChange,
): Promise<{ moved: true; grown?: FanionError } | { moved: false; merged: MergedEntries[] }> {
  const merged = await mergeEntries(ctx.db, change.environments, change.proposals)
  if (await dismissLostApprovals(ctx, change)) return { moved: true }
  const clashes = merged.flatMap((one) => one.clashes)
  if (clashes.length === 0 || !mayConflict.includes(change.row.state)) {
    const followed = await followGround(ctx, change, merged)
    if (followed === false) return { moved: false, merged }
    return followed === true ? { moved: true } : { moved: true, grown: followed }
  }
  const fields = clashes.map((clash) => clashText(change, clash))
  await markConflicted(ctx, change, `Someone else has since published a different value for ${fields.join(', ')}.`, {
    clashes,
  })
  return { moved: true }
}

/** Marks the change as conflicted with a reason. It then appears in its author's inbox. */
export async function markConflicted(ctx: TxCtx, { row }: LoadedChange, why: string, details: object): Promise<void> {
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
 * Makes a change in review or approved a new version, with merged entries and without approvals, if later publishes
 * have altered its result. The approvals stay if the new result affects users no differently than approved. Otherwise,
 * returns the additional effect as an error.
 */
async function followGround(
  ctx: TxCtx,
  change: LoadedChange,
  merged: readonly MergedEntries[],
): Promise<boolean | FanionError> {
  const { row, approvals } = change
  if (!reviewed.includes(row.state)) return false
  if (await needsAnother(ctx, change, merged)) return true
  if (approvals.every(({ required }) => required === 0)) return false
  const results = await resultsOf(ctx.db, merged)
  const moved = environmentsWithNewResult(approvals, row.results, results)
  if (moved.length === 0) return false
  const refusal = await refusalToPublish(ctx, merged)
  if (refusal) {
    await markConflicted(ctx, change, refusal.message, { code: refusal.code, details: refusal.details })
    return true
  }
  const growth = merged.some(({ clashes }) => clashes.length > 0)
    ? null
    : await findUnapprovedEffects(ctx, change, merged, moved)
  if (growth?.length === 0) {
    // the result differs, but affects users no differently than approved
    await extendApprovals(
      ctx.db,
      approvals.flatMap(({ given }) => given),
      Object.fromEntries(moved.flatMap(({ id }) => (results[id] === undefined ? [] : [[id, results[id]]]))),
    )
    await updateChange(ctx.db, row.id, { results: JSON.stringify(results) })
    return false
  }
  await rebaseOntoHeads(ctx.db, row.id, merged)
  await refreshGeneratedTitle(ctx, change)
  const lost = await dismissApprovals(ctx, change, growth === null ? 'ground-moved' : 'effect-moved')
  const version = row.version + 1
  await updateChange(ctx.db, row.id, { version, results: JSON.stringify(results) })
  await returnToReview(ctx, row, {
    lost,
    version,
    because: 'what it comes to has changed with what was published since',
    ...(growth && { growth }),
  })
  return growth === null ? true : effectChanged(row.number, growth)
}

function effectChanged(change: number, growth: readonly UnapprovedEffect[]): FanionError {
  const where = growth.map(({ environment, flags }) => `${flags.join(', ')} in ${environment}`).join('; ')
  const sentence = `Change ${change} does more than was approved: ${where}. It’s back in review.`
  return new FanionError('change/effect-changed', { change, growth }, sentence)
}

/**
 * Sends a change back to review if it was approved without an approval, because none was required, and by now exceeds
 * the impact limit.
 */
async function needsAnother(
  ctx: TxCtx,
  { row, approvals }: LoadedChange,
  merged: readonly MergedEntries[],
): Promise<boolean> {
  if (row.state === 'in-review') return false
  const unseen = new Set(approvals.flatMap(({ environment, given }) => (given.length === 0 ? [environment.id] : [])))
  const found = await environmentsNeedingImpactReview(
    ctx,
    (await atFinalStep(ctx.db, row.id, merged)).filter(({ environment }) => unseen.has(environment.id)),
  )
  if (found.length === 0) return false
  const secondLook = [...new Set([...(row.secondLook ?? []), ...found])]
  await updateChange(ctx.db, row.id, { secondLook: JSON.stringify(secondLook) })
  await returnToReview(ctx, row, { lost: [], because: 'it moves more than may without a review' })
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

async function dismissLostApprovals(ctx: TxCtx, { row, environments, approvals }: LoadedChange): Promise<boolean> {
  if (!reviewed.includes(row.state)) return false
  const lost = approvalsWithoutPermission(await approvalsOf(ctx.db, ctx.project, row.id), environments)
  const ids = lost.map((one) => one.id)
  await voidReviews(ctx.db, ids, ctx.now(), 'right-lost')
  if (row.state === 'in-review' || isApproved(approvals)) return false
  await returnToReview(ctx, row, { lost: lost.map((one) => one.reviewerName) })
  return true
}

/** Sends a change back to review and cancels its schedule, because its approvals no longer suffice. */
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
