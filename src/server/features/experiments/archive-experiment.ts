import type { Experiment, ExperimentReference } from '../../../shared/features/experiments/schemas/experiment.ts'
import { inTransaction, type ProjectCtx } from '../../platform/kernel/ctx.ts'
import { authorizeExperiment } from './authorize-experiment.ts'
import { auditExperiment, lockExperimentWithEnvironment } from './experiment-ctx.ts'
import { updateExperiment } from './queries.ts'
import { readExperiment } from './read-experiments.ts'

/** Hides a draft or a decided experiment from the list. Its results stay readable. */
export async function archiveExperiment(
  ctx: ProjectCtx,
  input: Pick<ExperimentReference, 'experiment'>,
): Promise<Experiment> {
  await inTransaction(ctx, async (tx) => {
    const { ctx: there, experiment } = await lockExperimentWithEnvironment(tx, input.experiment)
    authorizeExperiment(there, experiment, 'archive')
    const { row } = experiment
    await updateExperiment(tx.db, row.id, { state: 'archived' })
    await auditExperiment(there, row, 'archive', { state: 'archived' })
  })
  return readExperiment(ctx, input)
}
