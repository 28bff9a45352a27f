import type { z } from 'zod'
import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { AddedMetric, RunPlan } from '../../../shared/features/experiments/run-plan.ts'
import type { AddMetricInput, Experiment } from '../../../shared/features/experiments/schemas/experiment.ts'
import { limits } from '../../../shared/limits.ts'
import { nameOf } from '../../platform/kernel/actor.ts'
import { type EventStoreCtx, inTransaction, type ProjectCtx } from '../../platform/kernel/ctx.ts'
import { recordMetricVersion, requireLockedRun } from '../runs/open-run.ts'
import { authorizeExperiment } from './authorize-experiment.ts'
import { checkMetric } from './check-setup.ts'
import { auditExperiment, currentRun, getExperiment, lockExperimentWithEnvironment } from './experiment-ctx.ts'
import { computeCap, readPastData } from './past-data.ts'
import { updateExperimentRun } from './queries.ts'
import { readExperiment } from './read-experiments.ts'

/**
 * Adds a metric to the current run, in its current definition. It is shown but never decides, because the member who
 * adds it may already know its result. It has no pre-exposure data, and excludes users whose first days are older than
 * the event retention. Throws `experiment/invalid`.
 */
export async function addMetric(
  ctx: ProjectCtx & EventStoreCtx,
  { experiment: key, metric }: Omit<z.output<typeof AddMetricInput>, 'project'>,
): Promise<Experiment> {
  const seen = await getExperiment(ctx, key)
  authorizeExperiment(seen.ctx, seen.experiment, 'measure')
  const measured = currentRun(seen.experiment)?.setup ?? seen.experiment.row.setup
  const pinned = await checkMetric(ctx, measured, metric)
  // outside the transaction, because it counts the events of two weeks
  const there = { ...ctx, environment: seen.ctx.environment }
  const cap = await computeCap(there, await readPastData(there), pinned)
  await inTransaction(ctx, async (tx) => {
    const { ctx: held, experiment } = await lockExperimentWithEnvironment(tx, key)
    authorizeExperiment(held, experiment, 'measure')
    const run = currentRun(experiment)
    if (!run) return
    const plan = (await requireLockedRun(held, run.run)).plan as unknown as RunPlan
    const added = run.added ?? []
    refuseTwice(metric, [...plan.metrics, ...added])
    if (added.length >= limits.addedMetrics) {
      const sentence = `${limits.addedMetrics} metrics can be added to a run.`
      throw new FanionError('limit/reached', { limit: 'addedMetrics', value: limits.addedMetrics }, sentence)
    }
    const more: AddedMetric = {
      ...{ ...pinned, cap, role: 'added', addedAt: tx.now().toISOString(), by: nameOf(tx.actor) },
      definition: { ...pinned.definition, before: null },
    }
    await updateExperimentRun(tx.db, run, { added: JSON.stringify([...added, more]) })
    await recordMetricVersion(held, run.run, metric, pinned.version)
    const after = { state: experiment.row.state, run: run.run, metric, version: pinned.version }
    await auditExperiment(held, experiment.row, 'measure', { ...after, why: pinned.definition.name })
  })
  return readExperiment(ctx, { experiment: key })
}

function refuseTwice(metric: string, metrics: readonly { readonly key: string }[]): void {
  if (!metrics.some(({ key }) => key === metric)) return
  const problem = `${metric} is measured already`
  const problems = [{ path: 'metric', problem, expected: 'a metric that isn’t' }]
  throw new FanionError('experiment/invalid', { problems }, `${metric} can’t be added: it is measured already.`)
}
