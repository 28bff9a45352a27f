import type { CohortPeople, CohortSums } from '../../../../shared/statistics/analysis-plan.ts'
import { type CohortNumbers, cohortNumbers } from '../../../platform/db/experiment-tables.ts'
import type { CohortPeople as StoredPeople } from '../../../platform/event-store/store.ts'
import type { EventStoreCtx, ProjectCtx } from '../../../platform/kernel/ctx.ts'
import { firstDayOf } from './compute-cohorts.ts'
import { quantileOfRow } from './compute-quantiles.ts'
import type { LoadedRun } from './load-run.ts'
import { type CohortRow, cohortsOfRun } from './queries.ts'

const dayMs = 24 * 3_600_000

/** The reporters whose units are included: all, servers only, or pages only. */
export type ReporterSlice = 'all' | 'servers' | 'pages'

/** The units of a run by arm and day that were exposed within its planned time and, if given, before a time. */
export async function readUsersOfRun(
  { db, measure }: ProjectCtx & EventStoreCtx,
  { id, row, endsAt }: LoadedRun,
  until?: Date,
): Promise<StoredPeople[]> {
  const toMs = Math.min(
    endsAt.getTime(),
    row.stoppedAt?.getTime() ?? Number.POSITIVE_INFINITY,
    until?.getTime() ?? Number.POSITIVE_INFINITY,
  )
  return measure.people(db, { run: id, grainMs: dayMs, fromMs: 0, toMs })
}

/** Number of units in each arm, as `analyse` reads it, regardless of the day. */
export const countUsersByArm = ({ analysis }: LoadedRun, people: readonly StoredPeople[]): CohortPeople[] =>
  analysis.arms.map(({ key }, arm) => ({
    cohort: 0,
    arm: key,
    n: people.filter((one) => one.arm === arm).reduce((sum, { n }) => sum + n, 0),
  }))

/**
 * The computed sums of a run, as `analyse` reads them, with one entry per metric for the next day to compute. `halved`
 * lists the metrics that are also read for servers and pages separately.
 */
export async function sumsOfRun(
  ctx: ProjectCtx,
  run: LoadedRun,
  halved: readonly string[] = [],
): Promise<(slice: ReporterSlice) => CohortSums[]> {
  return sumsOfRows(run, await cohortsOfRun(ctx.db, ctx.project, run.row.run, halved), halved)
}

/** Like `sumsOfRun`, for rows that are already read. */
export function sumsOfRows(
  run: LoadedRun,
  rows: readonly CohortRow[],
  halved: readonly string[] = [],
): (slice: ReporterSlice) => CohortSums[] {
  const idOf = ({ metric, cohort, arm }: CohortRow) => `${metric} ${cohort} ${arm}`
  const told = new Map(rows.flatMap((row) => (row.told ? [[idOf(row), row.sums] as const] : [])))
  const next = nextDays(run, rows)
  return (slice) => [
    ...rows.flatMap((row) => {
      if (slice !== 'all' && !halved.includes(row.metric)) return []
      // quantiles cannot be subtracted, so those of pages alone are unknown
      if (slice === 'pages' && isQuantile(run, row.metric)) return []
      if (row.told !== (slice === 'servers')) return []
      const sums = slice === 'pages' ? without(row.sums, told.get(idOf(row))) : row.sums
      return [asSums(run, row, sums)]
    }),
    ...next.map((row) => asSums(run, row, nobody)),
  ]
}

const isQuantile = ({ analysis }: LoadedRun, metric: string): boolean =>
  analysis.metrics.some(({ key, kind }) => key === metric && kind === 'quantile')

// Safe cast: the names are those of the list.
const nobody = Object.fromEntries(cohortNumbers.map((name) => [name, 0])) as CohortNumbers

const nextDays = (run: LoadedRun, rows: readonly CohortRow[]) => {
  const { analysis, endsAt } = run
  return run.metrics.flatMap((one) => {
    const metric = one.key
    const known = rows.filter((row) => row.metric === metric).map(({ cohort }) => cohort)
    const cohort = Math.max(firstDayOf(run, one) - 1, ...known) + 1
    return cohort * dayMs < endsAt.getTime() ? analysis.arms.map((_, arm) => ({ metric, cohort, arm })) : []
  })
}

const without = (all: CohortNumbers, some: CohortNumbers | undefined): CohortNumbers =>
  some === undefined
    ? all
    : // same names
      (Object.fromEntries(cohortNumbers.map((name) => [name, all[name] - some[name]])) as CohortNumbers)

function asSums(
  { analysis, endsAt }: LoadedRun,
  { metric, cohort, arm }: Pick<CohortRow, 'metric' | 'cohort' | 'arm'>,
  sums: CohortNumbers,
): CohortSums {
  const planned = analysis.metrics.find(({ key }) => key === metric)
  const { n, y, yy, x, xx, xy, d, dd, yd } = sums
  return {
    ...{ metric, cohort, arm: analysis.arms[arm]?.key ?? '', n, y, yy },
    endMs: Math.min((cohort + 1) * dayMs, endsAt.getTime()),
    ...(planned?.covariate === true && { x, xx, xy }),
    ...(planned?.kind === 'ratio' && { d, dd, yd }),
    ...(planned?.kind === 'quantile' && quantileOfRow(sums)),
  }
}
