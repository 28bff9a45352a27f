import type { z } from 'zod'
import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { CreateExperimentInput, Experiment } from '../../../shared/features/experiments/schemas/experiment.ts'
import { limits } from '../../../shared/limits.ts'
import { nameOf } from '../../platform/kernel/actor.ts'
import { type EnvironmentCtx, inTransaction } from '../../platform/kernel/ctx.ts'
import { requireFlag } from '../ramps/propose.ts'
import { checkSetup } from './check-setup.ts'
import { auditExperiment } from './experiment-ctx.ts'
import { countExperiments, findExperiment, insertExperiment, lockExperimentKeys } from './queries.ts'
import { readExperiment } from './read-experiments.ts'

/**
 * Creates a draft. Throws `experiment/key-taken`, or `experiment/invalid` if the setup does not fit the flag or refers
 * to something missing.
 */
export async function createExperiment(
  ctx: EnvironmentCtx,
  input: Omit<z.output<typeof CreateExperimentInput>, 'project' | 'environment'>,
): Promise<Experiment> {
  const { key, name, flag, setup } = input
  await inTransaction(ctx, async (tx) => {
    await lockExperimentKeys(tx.db, tx.project)
    if (await findExperiment(tx.db, tx.project, key))
      throw new FanionError('experiment/key-taken', { experiment: key }, `There is an experiment "${key}" already.`)
    const value = limits.experimentsPerProject
    if ((await countExperiments(tx.db, tx.project)) >= value) {
      const sentence = `A project can have ${value} experiments that aren’t archived.`
      throw new FanionError('limit/reached', { limit: 'experimentsPerProject', value }, sentence)
    }
    await checkSetup(tx, setup, await requireFlag(tx, flag))
    await insertExperiment(tx.db, {
      ...{ id: tx.newId(), projectId: tx.project.id, environmentId: tx.environment.id, key, name, flag },
      ...{ setup: JSON.stringify(setup), state: 'draft', run: null, byName: nameOf(tx.actor), createdAt: tx.now() },
    })
    await auditExperiment(tx, { key, flag, state: 'draft' }, 'create', { name, setup })
  })
  return readExperiment(ctx, { experiment: key })
}
