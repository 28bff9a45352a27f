import type { Change } from '../../../shared/features/changes/schemas/change.ts'
import { nameOf, personIdOf } from '../../platform/kernel/actor.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { updateChange } from './queries.ts'
import { readChange } from './read-change.ts'
import { insertReview } from './review-queries.ts'
import type { ActCtx, LockedChange } from './transition.ts'
import { auditAct, transition } from './transition.ts'

const reviewChange = (ctx: ActCtx, { row }: LockedChange, verdict: 'request-changes' | 'comment', body: string) =>
  insertReview(ctx.db, {
    id: ctx.newId(),
    changeId: row.id,
    reviewerId: personIdOf(ctx.actor),
    reviewerName: nameOf(ctx.actor),
    verdict,
    body,
    at: ctx.now(),
    voidSince: null,
    voidBecause: null,
  })

/** Comments on a change in any state, without any other effect. */
export async function commentOnChange(ctx: ProjectCtx, input: { change: number; body: string }): Promise<Change> {
  await transition(ctx, input, 'comment', async (tx, change) => {
    await reviewChange(tx, change, 'comment', input.body)
    await auditAct(tx, change, 'comment', { state: change.row.state, body: input.body })
  })
  return readChange(ctx, input)
}

/** Sends a change back to its author with the requested edits. */
export async function requestChanges(ctx: ProjectCtx, input: { change: number; body: string }): Promise<Change> {
  await transition(ctx, input, 'requestChanges', async (tx, change) => {
    await reviewChange(tx, change, 'request-changes', input.body)
    const state = 'changes-requested'
    await updateChange(tx.db, change.row.id, { state, decidedAt: null, updatedAt: tx.now() })
    await auditAct(tx, change, 'request-changes', { state, body: input.body })
  })
  return readChange(ctx, input)
}
