import type { ExperimentGuardResult } from '../../../../shared/features/experiments/schemas/experiment-results.ts'
import { auditExperiment, currentRun, type ExperimentCtx, type LoadedExperiment } from '../experiment-ctx.ts'
import { stopRun } from '../move-experiment.ts'
import { notifyOfExperiment } from '../notify-of-experiment.ts'

/** Reports that a run has taken its last look, or has a sample ratio mismatch. */
export async function reportLookEvent(
  ctx: ExperimentCtx,
  experiment: LoadedExperiment,
  kind: 'over' | 'samples',
): Promise<void> {
  const { row } = experiment
  await auditExperiment(ctx, row, kind, { state: row.state, run: row.run })
  await notifyOfExperiment(ctx, experiment, kind)
}

/** Stops a run if a guard that may stop it is harmful. Otherwise reports each newly harmful guard once. */
export async function actOnGuards(
  ctx: ExperimentCtx,
  experiment: LoadedExperiment,
  guards: readonly ExperimentGuardResult[],
  mayStop: boolean,
): Promise<void> {
  const before = currentRun(experiment)?.guards ?? []
  const against = guards.filter(({ state }) => state === 'against')
  const fatal = against.find(({ then, trusted }) => then === 'stop' && trusted)
  if (fatal && mayStop)
    return stopRun(ctx, experiment, { how: 'as-before', why: `${fatal.name}: ${fatal.text}` }, { guards: against })
  const isNew = (one: ExperimentGuardResult) =>
    !before.some(({ metric, arm, state }) => metric === one.metric && arm === one.arm && state === 'against')
  const fresh = against.filter(isNew)
  const [first] = fresh
  if (!first) return
  const why = `${first.name}: ${first.text}${first.trusted ? '' : ' Pages said so, and anyone may speak for a page.'}`
  const { row } = experiment
  await auditExperiment(ctx, row, 'guard', { state: row.state, run: row.run, why, guards: fresh })
  await notifyOfExperiment(ctx, experiment, 'guard', why)
}
