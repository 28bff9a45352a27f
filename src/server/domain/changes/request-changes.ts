import type { Change } from '../../../shared/schemas/change.ts'
import type { ProjectCtx } from '../../kernel/ctx.ts'
import { act, auditAct } from './act.ts'
import { discuss } from './discuss.ts'
import { get } from './get.ts'
import { updateChange } from './queries.ts'

/** Sends a change back to its author, saying what should be otherwise. */
export async function requestChanges(ctx: ProjectCtx, input: { change: number; body: string }): Promise<Change> {
  await act(ctx, input.change, 'requestChanges', async (tx, change) => {
    await discuss(tx, change, 'request-changes', input.body)
    const state = 'changes-requested'
    await updateChange(tx.db, change.row.id, { state, decidedAt: null, updatedAt: tx.now() })
    await auditAct(tx, change, 'request-changes', { state, body: input.body })
  })
  return get(ctx, input)
}
