import type { Change } from '../../../shared/schemas/change.ts'
import type { ProjectCtx } from '../../kernel/ctx.ts'
import { act, auditAct } from './act.ts'
import { get } from './get.ts'
import { updateChange } from './queries.ts'
import { endSchedule } from './schedule-queries.ts'

/** Takes a change off its schedule; it is still approved. */
export async function unschedule(ctx: ProjectCtx, input: { change: number }): Promise<Change> {
  await act(ctx, input.change, 'unschedule', async (tx, change) => {
    await endSchedule(tx.db, change.row.id, tx.now(), 'unscheduled')
    await updateChange(tx.db, change.row.id, { state: 'approved', updatedAt: tx.now() })
    await auditAct(tx, change, 'unschedule', { state: 'approved' })
  })
  return get(ctx, input)
}
