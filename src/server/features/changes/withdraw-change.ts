import type { Change } from '../../../shared/features/changes/schemas/change.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { experimentRunOfChange } from '../experiments/queries.ts'
import { withdrawRun } from '../experiments/start-run.ts'
import { withdrawRampOf } from '../ramps/withdraw-ramp.ts'
import { endSchedule } from '../schedules/queries.ts'
import { updateChange } from './queries.ts'
import { readChange } from './read-change.ts'
import { auditAct, transition } from './transition.ts'

/** Withdraws a change for good. It stays readable. */
export async function withdrawChange(ctx: ProjectCtx, input: { change: number }): Promise<Change> {
  await transition(ctx, input, 'withdraw', async (tx, change) => {
    await endSchedule(tx.db, change.row.id, tx.now(), 'withdrawn')
    await updateChange(tx.db, change.row.id, { state: 'withdrawn', conflict: null, updatedAt: tx.now() })
    await withdrawRampOf(tx, change.row.id)
    const run = await experimentRunOfChange(tx.db, change.row.id)
    if (run?.state === 'proposed') await withdrawRun(tx, run)
    await auditAct(tx, change, 'withdraw', { state: 'withdrawn' })
  })
  return readChange(ctx, input)
}
