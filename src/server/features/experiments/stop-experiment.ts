import type { z } from 'zod'
import type { Experiment, StopExperimentInput } from '../../../shared/features/experiments/schemas/experiment.ts'
import { inTransaction, type ProjectCtx } from '../../platform/kernel/ctx.ts'
import { authorizeExperiment } from './authorize-experiment.ts'
import { lockExperimentWithEnvironment } from './experiment-ctx.ts'
import { stopRun } from './move-experiment.ts'
import { readExperiment } from './read-experiments.ts'

/**
 * Ends a run. Users return to what they had before, or keep what they have. Neither needs an approval, unless the
 * earlier state has changed during the run.
 */
export async function stopExperiment(
  ctx: ProjectCtx,
  input: Omit<z.output<typeof StopExperimentInput>, 'project'>,
): Promise<Experiment> {
  await inTransaction(ctx, async (tx) => {
    const { ctx: there, experiment } = await lockExperimentWithEnvironment(tx, input.experiment)
    authorizeExperiment(there, experiment, 'stop')
    await stopRun(there, experiment, input)
  })
  return readExperiment(ctx, input)
}
