import type {
  ExperimentResultsInput,
  ExperimentUserCounts,
} from '../../../../shared/features/experiments/schemas/experiment-results.ts'
import { analyse } from '../../../../shared/statistics/analyse.ts'
import { sourcesByTrust, via } from '../../../platform/event-store/rows.ts'
import type { EventStoreCtx, ProjectCtx } from '../../../platform/kernel/ctx.ts'
import { loadRun } from './load-run.ts'
import { cohortsOfRun, looksOf } from './queries.ts'
import { countUsersByArm, readUsersOfRun } from './read-cohorts.ts'

const dayMs = 24 * 3_600_000

/** Returns the users of a run by day, arm and reporter, and the excluded ones. Throws `run/not-found`. */
export async function readUsersByDay(
  ctx: ProjectCtx & EventStoreCtx,
  input: Pick<ExperimentResultsInput, 'experiment' | 'run'>,
): Promise<ExperimentUserCounts> {
  const run = await loadRun(ctx, input.experiment, input.run)
  const stored = await readUsersOfRun(ctx, run)
  const arms = run.analysis.arms.map(({ key }) => key)
  const byArm = (of: (row: (typeof stored)[number]) => number, rows = stored): number[] =>
    arms.map((_, arm) => rows.filter((row) => row.arm === arm).reduce((sum, row) => sum + of(row), 0))
  const people = countUsersByArm(run, stored)
  // only the looks' evidence is used
  const looks = await looksOf(ctx.db, ctx.project, { run: run.row.run, until: ctx.now(), isOpenEnded: true })
  const { samples } = analyse(run.analysis, { people, sums: [] }, looks, ctx.now().getTime())
  const days = [...new Set(stored.map(({ cohort }) => Math.floor(cohort / dayMs)))].sort((a, b) => a - b)
  const told = (Object.keys(via) as (keyof typeof via)[]).sort(
    (a, b) => sourcesByTrust.indexOf(via[a]) - sourcesByTrust.indexOf(via[b]),
  )
  // robots differ by metric: uses the metric that excludes the most
  const cohorts = await cohortsOfRun(ctx.db, ctx.project, run.row.run)
  const robotsIn = (arm: number, metric: string) =>
    cohorts.filter((row) => row.arm === arm && row.metric === metric).reduce((sum, { sums }) => sum + sums.robots, 0)
  return {
    ...{ run: run.row.run, arms, total: byArm(({ n }) => n) },
    days: days.map((day) => ({
      day: new Date(day * dayMs).toISOString().slice(0, 10),
      units: byArm(
        ({ n }) => n,
        stored.filter(({ cohort }) => Math.floor(cohort / dayMs) === day),
      ),
    })),
    via: told
      .map((way) => ({ via: way, units: byArm(({ byVia }) => byVia[way] ?? 0) }))
      .filter(({ units }) => units.some((n) => n > 0)),
    crossed: byArm(({ crossed }) => crossed),
    robots: arms.map((_, arm) => Math.max(0, ...run.metrics.map(({ key }) => robotsIn(arm, key)))),
    samples: { ...samples, observed: [...samples.observed] },
  }
}
