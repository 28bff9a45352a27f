import { runRuleId, withoutMeasurement, withoutRun } from '../../../shared/features/experiments/rule-of-run.ts'
import type { StopMode } from '../../../shared/features/experiments/schemas/experiment.ts'
import { publishFlag } from '../ramps/ramp-ctx.ts'
import { checkRuleRemoval } from '../runs/check-rule-removal.ts'
import { endRun } from '../runs/open-run.ts'
import { findRun } from '../runs/queries.ts'
import { auditExperiment, currentRun, type ExperimentCtx, type LoadedExperiment } from './experiment-ctx.ts'
import { deleteRangesOfRuns } from './layers/queries.ts'
import { notifyOfExperiment } from './notify-of-experiment.ts'
import { updateExperiment, updateExperimentRun } from './queries.ts'

/**
 * Ends a run. *As before* removes its rule from the flag's current document; *as it is* leaves it there as an ordinary,
 * unmeasured rule. The rest of the flag stays. Throws `change/approval-required` if the state that users would return
 * to was never approved.
 */
export async function stopRun(
  ctx: ExperimentCtx,
  experiment: LoadedExperiment,
  { how, why }: { how: StopMode; why: string },
  evidence: object = {},
): Promise<void> {
  const { row, there } = experiment
  const run = currentRun(experiment)
  if (!run) return
  let revision = there?.number
  if (there?.document.rules.some(({ id }) => id === runRuleId(run.run))) {
    if (how === 'as-before') {
      const left = { run: run.run, change: run.change, flag: row.flag, document: there.document }
      await checkRuleRemoval(ctx, { ...left, mayStay: true })
    }
    const document =
      how === 'as-before' ? withoutRun(there.document, run.run) : withoutMeasurement(there.document, run.run)
    const what = how === 'as-before' ? 'stopped, as before' : 'stopped, and serves on'
    const message = [`Experiment ${row.key}, run ${run.run}: ${what}`, why].filter(Boolean).join('. ')
    // the run ends first, because published documents must not refer to an ended run
    await endRunOfExperiment(ctx, run.run)
    const mark = how === 'as-before' ? ('rollback' as const) : null
    revision = await publishFlag(ctx, { flag: row.flag, change: run.change }, document, { message, mark })
  }
  await closeRun(ctx, experiment, { how, why, revision }, evidence)
}

/** Ends a run without publishing, because someone else already did or the flag no longer exists. */
export async function closeRun(
  ctx: ExperimentCtx,
  experiment: LoadedExperiment,
  { how, why, revision = experiment.there?.number }: { how: StopMode; why: string; revision?: number | undefined },
  evidence: object = {},
): Promise<void> {
  const { row, there } = experiment
  const run = currentRun(experiment)
  if (!run) return
  await endRunOfExperiment(ctx, run.run)
  await updateExperimentRun(ctx.db, run, {
    ...{ state: 'stopped', how, why: why || null, stoppedAt: ctx.now(), lookAt: null, leasedUntil: null },
    headNumber: revision ?? run.headNumber,
  })
  // a rule that still serves keeps its ranges of the layer
  const serves = how === 'as-it-is' && there !== undefined
  if (!serves) await deleteRangesOfRuns(ctx.db, ctx.project, [run.run])
  // a decided experiment stays decided when its change removes the rule
  const state = row.state === 'decided' ? 'decided' : 'stopped'
  await updateExperiment(ctx.db, row.id, { state })
  await auditExperiment(ctx, row, 'stop', {
    ...{ state, run: run.run, how, why: why || null },
    ...(revision !== undefined && { revision }),
    ...evidence,
  })
  await notifyOfExperiment(ctx, experiment, 'stop', why || null)
}

/** Ends the measurement, unless the flag was deleted and its run with it. */
async function endRunOfExperiment(ctx: ExperimentCtx, number: number): Promise<void> {
  if (await findRun(ctx.db, ctx.project, number)) await endRun(ctx, number)
}
