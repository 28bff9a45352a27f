import type { z } from 'zod'
import type { EditExperimentInput, Experiment } from '../../../shared/features/experiments/schemas/experiment.ts'
import { inTransaction, type ProjectCtx } from '../../platform/kernel/ctx.ts'
import { requirePermission } from '../../platform/kernel/require-permission.ts'
import { requireFlag } from '../ramps/propose.ts'
import { authorizeExperiment } from './authorize-experiment.ts'
import { checkSetup } from './check-setup.ts'
import { auditExperiment, lockExperimentWithEnvironment } from './experiment-ctx.ts'
import { updateExperiment } from './queries.ts'
import { readExperiment } from './read-experiments.ts'

/**
 * Edits an experiment's name and setup. The setup applies to the next run, and can be edited only while no run is
 * active and no open change is about to start one.
 */
export async function editExperiment(
  ctx: ProjectCtx,
  input: z.output<typeof EditExperimentInput>,
): Promise<Experiment> {
  const { name, setup } = input
  await inTransaction(ctx, async (tx) => {
    const { ctx: there, experiment } = await lockExperimentWithEnvironment(tx, input.experiment)
    const { row } = experiment
    if (setup === undefined) requirePermission(there.environment.role, 'experiment.edit', there.environment.name)
    else {
      authorizeExperiment(there, experiment, 'edit')
      await checkSetup(there, setup, await requireFlag(there, row.flag))
    }
    // nothing changed, so no audit event is written
    if (name === undefined && setup === undefined) return
    await updateExperiment(tx.db, row.id, {
      ...(name !== undefined && { name }),
      ...(setup !== undefined && { setup: JSON.stringify(setup) }),
    })
    const before = { ...(name !== undefined && { name: row.name }), ...(setup !== undefined && { setup: row.setup }) }
    await auditExperiment(there, row, 'edit', { state: row.state, name, setup }, before)
  })
  return readExperiment(ctx, input)
}
