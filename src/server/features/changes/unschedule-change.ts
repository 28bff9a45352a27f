import type { Change } from '../../../shared/features/changes/schemas/change.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { endSchedule } from '../schedules/queries.ts'
import { updateChange } from './queries.ts'
import { readChange } from './read-change.ts'
import { auditAct, transition } from './transition.ts'

/** Cancels a change's schedule. It stays approved. */
export async function unscheduleChange(ctx: ProjectCtx, input: { change: number }): Promise<Change> {
  await transition(ctx, input, 'unschedule', async (tx, change) => {
    await endSchedule(tx.db, change.row.id, tx.now(), 'unscheduled')
    await updateChange(tx.db, change.row.id, { state: 'approved', updatedAt: tx.now() })
    await auditAct(tx, change, 'unschedule', { state: 'approved' })
  })
  return readChange(ctx, input)
}
