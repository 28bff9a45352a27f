import { FanionError } from '../../../../shared/errors/fanion-error.ts'
import {
  type AddedMetric,
  analysisPlanOf,
  type PlanMetric,
  type RunPlan,
} from '../../../../shared/features/experiments/run-plan.ts'
import type { AnalysisPlan } from '../../../../shared/statistics/analysis-plan.ts'
import type { ProjectCtx } from '../../../platform/kernel/ctx.ts'
import { findRun } from '../../runs/queries.ts'
import { currentRun, getExperiment } from '../experiment-ctx.ts'
import { type ExperimentRow, type ExperimentRunRow, findExperimentRun } from '../queries.ts'

/** A started run with everything it is evaluated by. */
export type LoadedRun = {
  readonly experiment: ExperimentRow
  readonly row: ExperimentRunRow
  /** The run id in exposure rows. */
  readonly id: number
  readonly plan: RunPlan
  /** The metrics of its plan, and those added later. */
  readonly metrics: readonly (PlanMetric | AddedMetric)[]
  readonly analysis: AnalysisPlan
  readonly startedAt: Date
  readonly endsAt: Date
  /** Hash of the plan. */
  readonly hash: string
}

/**
 * Returns a run of an experiment, by default the last. Throws `run/not-found` if none has started or its flag was
 * deleted.
 */
export async function loadRun(ctx: ProjectCtx, key: string, number?: number): Promise<LoadedRun> {
  const { experiment: loaded } = await getExperiment(ctx, key)
  const row = number === undefined ? currentRun(loaded) : await findExperimentRun(ctx.db, ctx.project, number)
  const began = row?.experimentId === loaded.row.id && row.startedAt !== null && row.endsAt !== null
  const run = row && began ? await findRun(ctx.db, ctx.project, row.run) : undefined
  if (!row?.startedAt || !row.endsAt || !run) {
    const sentence = `${loaded.row.name} has no run${number === undefined ? '' : ` ${number}`} that began.`
    throw new FanionError('run/not-found', { experiment: key, run: number ?? null }, sentence)
  }
  // as it was proposed
  const plan = run.plan as unknown as RunPlan
  return {
    metrics: [...plan.metrics, ...(row.added ?? [])],
    ...{ experiment: loaded.row, row, id: run.id, plan, hash: run.hash },
    ...{ startedAt: row.startedAt, endsAt: row.endsAt },
    analysis: analysisPlanOf(plan, row.startedAt.getTime(), row.added ?? []),
  }
}
