import { FanionError } from '../../../shared/errors/fanion-error.ts'
import { describeRunEdit } from '../../../shared/features/experiments/rule-of-run.ts'
import { experimentStateText } from '../../../shared/features/experiments/schemas/experiment-acts.ts'
import type { Tx } from '../../platform/db/pool.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import type { ProvenEnvironment } from '../../platform/kernel/scope.ts'
import { flagInEnvironment, openRampOf } from '../ramps/queries.ts'
import type { ResponsibleActor } from '../ramps/start-ramp.ts'
import { endRun } from '../runs/open-run.ts'
import { findRun } from '../runs/queries.ts'
import { auditExperiment } from './experiment-ctx.ts'
import { deleteRangesOfRuns } from './layers/queries.ts'
import {
  type ExperimentRow,
  type ExperimentRunRow,
  lockExperimentById,
  runNumbersOf,
  runningExperimentOn,
  updateExperiment,
  updateExperimentRun,
} from './queries.ts'

const dayMs = 24 * 3_600_000

/** Locks the experiment of a run that a change is about to start. Must be called before locking the environment. */
export async function lockExperimentOfRun(
  ctx: ProjectCtx & { readonly db: Tx },
  run: ExperimentRunRow,
): Promise<ExperimentRow> {
  const row = await lockExperimentById(ctx.db, ctx.project, run.experimentId)
  if (!row) throw new FanionError('experiment/not-found')
  if (row.state === 'draft' || row.state === 'stopped' || row.state === 'decided') return row
  const sentence = `${row.name} is ${experimentStateText[row.state]}, so it can’t be started.`
  throw new FanionError('experiment/wrong-state', { experiment: row.key, state: row.state }, sentence)
}

/**
 * Starts a run whose change has just published its rule, in the same transaction. The experiment and environment are
 * locked. From here on, its plan is fixed. Throws `run/overlaps` if something else measures the flag there, and
 * `run/touched` if the published document does not match the run.
 */
export async function startExperimentRun(
  ctx: ProjectCtx & { readonly db: Tx },
  environment: ProvenEnvironment,
  { run, experiment }: { run: ExperimentRunRow; experiment: ExperimentRow },
  answers: ResponsibleActor,
): Promise<void> {
  await refuseOverlap(ctx, environment, experiment, run)
  const there = await flagInEnvironment(ctx.db, environment.id, experiment.flag)
  const touched = there ? describeRunEdit(there.document, run.run, run.ground) : 'the flag is gone'
  if (!there || touched !== null || !there.document.on) {
    const how = touched ?? 'the flag is off'
    const sentence = `Run ${run.run} of ${experiment.name} can’t start in ${environment.name}: ${how}.`
    throw new FanionError('run/touched', { run: run.run, touched: how }, sentence)
  }
  const now = ctx.now()
  const earlier = (await runNumbersOf(ctx.db, experiment.id)).filter((one) => one !== run.run)
  await deleteRangesOfRuns(ctx.db, ctx.project, earlier)
  await updateExperimentRun(ctx.db, run, {
    ...answers,
    state: 'running',
    headNumber: there.number,
    startedAt: now,
    endsAt: new Date(now.getTime() + run.setup.days * dayMs),
    lookAt: now,
  })
  await updateExperiment(ctx.db, experiment.id, { state: 'running', run: run.run, decision: null })
  await auditExperiment({ ...ctx, environment }, experiment, 'start', {
    ...{ state: 'running', run: run.run, hash: run.hash, setup: run.setup },
    ...{ revision: there.number, change: run.change, by: answers.byName },
  })
}

/** Two experiments of one layer may share a flag. Any other concurrent measurement of it is rejected. */
async function refuseOverlap(
  ctx: ProjectCtx & { readonly db: Tx },
  environment: ProvenEnvironment,
  { flag }: ExperimentRow,
  { setup }: ExperimentRunRow,
): Promise<void> {
  const ramp = await openRampOf(ctx.db, environment, flag)
  if (ramp) {
    const sentence = `Ramp ${ramp.number} of ${flag} is open in ${environment.name}. Complete or undo it first.`
    throw new FanionError('run/overlaps', { ramp: ramp.number, flag }, sentence)
  }
  const { layer } = setup
  await refuseOverlappingExperiment(ctx, environment, flag, layer)
}

/** Throws `run/overlaps` if an experiment of another layer, or of none, runs on the flag there. */
export async function refuseOverlappingExperiment(
  ctx: ProjectCtx & { readonly db: Tx },
  environment: ProvenEnvironment,
  flag: string,
  layer?: string,
): Promise<void> {
  const running = await runningExperimentOn(ctx.db, environment, flag)
  const other = running.find((one) => layer === undefined || one.setup.layer !== layer)
  if (!other) return
  const sentence = `${other.key} is running on ${flag} in ${environment.name}. Stop it first, or have both in one layer.`
  throw new FanionError('run/overlaps', { experiment: other.key, flag }, sentence)
}

/** Withdraws the run that a change proposes, together with the change. Its ranges of a layer become free. */
export async function withdrawRun(ctx: ProjectCtx & { readonly db: Tx }, run: ExperimentRunRow): Promise<void> {
  await updateExperimentRun(ctx.db, run, { state: 'withdrawn' })
  if (await findRun(ctx.db, ctx.project, run.run)) await endRun(ctx, run.run)
  await deleteRangesOfRuns(ctx.db, ctx.project, [run.run])
}
