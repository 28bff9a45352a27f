import type { Insertable } from 'kysely'
import { maturesAfterMs, type PlanMetric } from '../../../../shared/features/experiments/run-plan.ts'
import { limits } from '../../../../shared/limits.ts'
import { durationMs } from '../../../../shared/schemas/duration.ts'
import { type CohortNumbers, type CohortTable, cohortNumbers } from '../../../platform/db/experiment-tables.ts'
import type { CohortQuestion, CohortSums, SourceTrust } from '../../../platform/event-store/store.ts'
import type { EventStoreCtx, ProjectCtx } from '../../../platform/kernel/ctx.ts'
import { type EventRow, eventsOf } from '../../events/queries.ts'
import { environmentNoOf } from '../../metrics/event-store-queries.ts'
import { excludesRobots } from '../../metrics/robots.ts'
import { resolveMeasure } from '../../metrics/unit-measure.ts'
import { markRecount } from '../queries.ts'
import { type ArmQuantileRow, computeQuantiles, type DayRange, quantileOfRow } from './compute-quantiles.ts'
import type { LoadedRun } from './load-run.ts'
import { insertCohorts, newestCohorts } from './queries.ts'
import { runClock } from './run-clock.ts'

const dayMs = 24 * 3_600_000
type Ctx = ProjectCtx & EventStoreCtx

/**
 * Computes and stores the cohorts of a run that matured by `atMs`: the users first exposed on one UTC day within the
 * run's planned time. Needs no lock, because concurrent runs of this compute the same rows. The cohorts are marked for
 * a second count after `graceMs`.
 */
export async function computeCohorts(ctx: Ctx, run: LoadedRun, atMs: number, graceMs: number): Promise<void> {
  const known = await newestCohorts(ctx.db, ctx.project, run.row.run)
  const since = ctx.now()
  for (const metric of run.metrics) {
    const first = firstDayOf(run, metric)
    const from = (known.get(metric.key) ?? first - 1) + 1
    // the last cohort ends with the planned time
    const last = Math.floor((run.endsAt.getTime() - 1) / dayMs)
    const clockMs = 'addedAt' in metric ? await ownClock(ctx, run, metric) : atMs
    const until = Math.min(Math.floor((clockMs - maturesAfterMs(metric.definition)) / dayMs) - 1, last)
    if (until < from) continue
    const rows = await readSumsOfDays(ctx, run, metric, { from, until })
    // marked before they are stored, so that a crash in between leaves an extra mark and not a missing one
    if (graceMs > 0) {
      const at = new Date(ctx.now().getTime() + graceMs)
      await markRecount(ctx.db, ctx.project, run.row.run, { since, at })
    }
    await insertCohorts(ctx.db, rows)
  }
}

/** A metric's sums on each given day, over all data stored now. */
export async function readSumsOfDays(
  ctx: Ctx,
  run: LoadedRun,
  metric: LoadedRun['metrics'][number],
  days: DayRange,
): Promise<Insertable<CohortTable>[]> {
  const place = await environmentNoOf(ctx.db, run.experiment.environmentId)
  const declared = await eventsOf(ctx.db, ctx.project)
  const rows = place === undefined ? [] : await sumsOf(ctx, run, metric, { place, declared, ...days })
  return withNobody(ctx, run, metric, days, rows)
}

/** The first day of a metric: that of the run or, for an added metric, the first whose events are all still stored. */
export function firstDayOf({ startedAt }: Pick<LoadedRun, 'startedAt'>, metric: LoadedRun['metrics'][number]): number {
  const first = Math.floor(startedAt.getTime() / dayMs)
  if (!('addedAt' in metric)) return first
  // one day is deleted at once, and one more is left for what is computed in the following hours
  return Math.max(first, Math.floor(Date.parse(metric.addedAt) / dayMs) - limits.eventsKeptDays + 2)
}

/** The clock of an added metric. Late facts that only this metric reads delay nothing else. */
const ownClock = async (ctx: Ctx, run: LoadedRun, metric: PlanMetric): Promise<number> =>
  (await runClock(ctx, { ...run, plan: { ...run.plan, metrics: [metric] } })).clock.getTime()

/** Sums of an arm on a day, or its quantile, or both. */
type CohortRowInput = Partial<CohortSums> &
  Partial<ArmQuantileRow> &
  Record<'cohort' | 'arm', number> & { readonly told: boolean }

async function sumsOf(
  ctx: Ctx,
  run: LoadedRun,
  metric: LoadedRun['metrics'][number],
  { place, declared, from, until }: DayRange & { place: number; declared: readonly EventRow[] },
): Promise<CohortRowInput[]> {
  const { id, endsAt } = run
  const { definition, cap } = metric
  const measure = resolveMeasure(definition.measure, declared)
  if (measure === undefined) return []
  const question: Omit<CohortQuestion, 'exposuresBy'> = {
    measure: measure.kind === 'quantile' ? { kind: 'count', of: measure.of } : measure,
    ...{ run: id, place, cap, grainMs: dayMs, withoutRobots: excludesRobots(definition.measure) },
    ...{ fromMs: from * dayMs, toMs: Math.min((until + 1) * dayMs, endsAt.getTime()) },
    window: { fromMs: durationMs(definition.window.from) ?? 0, lengthMs: durationMs(definition.window.length) ?? 0 },
    eventsBy: definition.from === 'servers' ? 'servers' : 'anyone',
    beforeMs: definition.before === null ? null : (durationMs(definition.before) ?? null),
  }
  const [first, endMs] = [firstDayOf(run, metric), endsAt.getTime()]
  const ask = async (told: boolean): Promise<CohortRowInput[]> => {
    const exposuresBy: SourceTrust = told ? 'servers' : 'anyone'
    const rows = await ctx.measure.cohorts(ctx.db, { ...question, exposuresBy })
    const sums = rows.map((row) => ({ ...row, cohort: row.cohort / dayMs, told }))
    if (measure.kind !== 'quantile') return sums
    const found = await computeQuantiles(ctx, question, measure, { from, until }, { first, endMs, exposuresBy })
    return [...sums, ...found.map((row) => ({ ...row, told }))]
  }
  return [...(await ask(false)), ...(await ask(true))]
}

/** Adds rows without users for all missing arms and days, so that these days count as computed. */
function withNobody(
  { project, now }: Ctx,
  { row: { run }, plan }: LoadedRun,
  { key }: PlanMetric,
  { from, until }: DayRange,
  rows: readonly CohortRowInput[],
): Insertable<CohortTable>[] {
  const found = new Map<string, Partial<CohortRowInput>>()
  for (const row of rows) {
    const id = `${row.cohort} ${row.arm} ${row.told}`
    found.set(id, { ...found.get(id), ...row })
  }
  const days = Array.from({ length: until - from + 1 }, (_, at) => from + at)
  return days.flatMap((cohort) =>
    plan.setup.arms.flatMap((_, arm) =>
      [false, true].map((told) => ({
        ...{ projectId: project.id, run, metric: key, cohort, arm, told, reckonedAt: now() },
        sums: JSON.stringify(numbersOf(found.get(`${cohort} ${arm} ${told}`))),
      })),
    ),
  )
}

const numbersOf = (row: Partial<CohortRowInput> | undefined): CohortNumbers => ({
  // Safe cast: the names are all in the list.
  ...(Object.fromEntries(cohortNumbers.map((name) => [name, row?.[name] ?? 0])) as CohortNumbers),
  ...quantileOfRow(row),
})
