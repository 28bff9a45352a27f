import type { Change } from '../../../shared/schemas/change.ts'
import type { ProjectCtx } from '../../kernel/ctx.ts'
import { act, auditAct } from './act.ts'
import { get } from './get.ts'
import { updateChange } from './queries.ts'
import { endSchedule } from './schedule-queries.ts'

/** Takes a change back for good; it stays to be read. */
export async function withdraw(ctx: ProjectCtx, input: { change: number }): Promise<Change> {
  await act(ctx, input.change, 'withdraw', async (tx, change) => {
    await endSchedule(tx.db, change.row.id, tx.now(), 'withdrawn')
    await updateChange(tx.db, change.row.id, { state: 'withdrawn', conflict: null, updatedAt: tx.now() })
    await auditAct(tx, change, 'withdraw', { state: 'withdrawn' })
  })
  return get(ctx, input)
}
