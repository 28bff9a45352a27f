import type { Change } from '../../../shared/schemas/change.ts'
import type { ProjectCtx } from '../../kernel/ctx.ts'
import { updateChange } from './queries.ts'
import { readChange } from './read-change.ts'
import { reviewChange } from './review-change.ts'
import { auditAct, transition } from './transition.ts'

/** Sends a change back to its author, saying what should be otherwise. */
export async function requestChanges(ctx: ProjectCtx, input: { change: number; body: string }): Promise<Change> {
  await transition(ctx, input.change, 'requestChanges', async (tx, change) => {
    await reviewChange(tx, change, 'request-changes', input.body)
    const state = 'changes-requested'
    await updateChange(tx.db, change.row.id, { state, decidedAt: null, updatedAt: tx.now() })
    await auditAct(tx, change, 'request-changes', { state, body: input.body })
  })
  return readChange(ctx, input)
}
