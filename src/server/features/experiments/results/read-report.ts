import { withoutPendingLook } from '../../../../shared/features/experiments/check-report.ts'
import type {
  ExperimentReport,
  ExperimentReportInput,
} from '../../../../shared/features/experiments/schemas/experiment-report.ts'
import type { Json } from '../../../../shared/schemas/keys.ts'
import { quantileNumbers } from '../../../platform/db/experiment-tables.ts'
import type { EventStoreCtx, ProjectCtx } from '../../../platform/kernel/ctx.ts'
import { analyseInThread } from './analyse-in-thread.ts'
import { loadRun } from './load-run.ts'
import { readLooksOfRun } from './queries.ts'
import { countUsersByArm, readUsersOfRun, sumsOfRun } from './read-cohorts.ts'
import { resultView } from './result-view.ts'
import { runClock } from './run-clock.ts'

type Input = Omit<ExperimentReportInput, 'project'>
type Ctx = ProjectCtx & EventStoreCtx

/**
 * Returns everything needed to reproduce the results of a run: its plan, sums and looks, with the results. Throws
 * `run/not-found`.
 */
export async function readReport(ctx: Ctx, input: Input): Promise<ExperimentReport> {
  const run = await loadRun(ctx, input.experiment, input.run)
  const { experiment, row, plan, analysis, hash, startedAt, endsAt } = run
  const clockMs = (await runClock(ctx, run)).clock.getTime()
  const atMs = Math.min(clockMs, row.stoppedAt?.getTime() ?? clockMs)
  const people = countUsersByArm(run, await readUsersOfRun(ctx, run))
  const sums = (await sumsOfRun(ctx, run))('all')
  const kept = await readLooksOfRun(ctx.db, ctx.project, row.run)
  const looks = kept.map(({ look }) => look)
  const { over, samples, results } = withoutPendingLook(await analyseInThread(analysis, { people, sums }, looks, atMs))
  return {
    ...{ format: 'fanion-report/1', project: ctx.project.key, environment: experiment.environment },
    ...{ flag: experiment.flag, experiment: experiment.key, name: experiment.name, run: row.run, hash },
    ...{ startedAt: startedAt.toISOString(), endsAt: endsAt.toISOString() },
    ...{ stoppedAt: row.stoppedAt?.toISOString() ?? null, at: new Date(atMs).toISOString() },
    // plain data, as stored
    plan: plan as unknown as Json,
    ...(row.added && { added: row.added as unknown as Json[] }),
    ...{ people: [...people], sums: [...sums] },
    looks: kept.map(({ look, people: then }) => ({
      ...look,
      results: look.results.map(resultView),
      people: [...then],
    })),
    analysis: { over, samples: { ...samples, observed: [...samples.observed] }, results: results.map(resultView) },
    decision: experiment.run === row.run ? experiment.decision : null,
  }
}

/** Exports the sums of a run as CSV, one row for each metric, day and arm. */
export async function exportSumsCsv(ctx: Ctx, input: Input): Promise<{ name: string; csv: string }> {
  const { experiment, run, sums } = await readReport(ctx, input)
  const columns = ['n', 'y', 'yy', 'x', 'xx', 'xy', 'd', 'dd', 'yd', ...quantileNumbers] as const
  const lines = sums.map((row) => {
    const day = new Date(row.cohort * 86_400_000).toISOString().slice(0, 10)
    return [row.metric, day, row.arm, ...columns.map((name) => row[name] ?? '')].join(',')
  })
  const csv = `${[['metric', 'day', 'arm', ...columns].join(','), ...lines].join('\r\n')}\r\n`
  return { name: `${experiment}-run-${run}.csv`, csv }
}
