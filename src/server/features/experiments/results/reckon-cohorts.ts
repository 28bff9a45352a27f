import type { Insertable } from 'kysely'
import { maturesAfterMs, type PlanMetric } from '../../../../shared/features/experiments/run-plan.ts'
import { limits } from '../../../../shared/limits.ts'
import { durationMs } from '../../../../shared/schemas/duration.ts'
import { type CohortNumbers, type CohortTable, cohortNumbers } from '../../../platform/db/experiment-tables.ts'
import type { CohortQuestion, CohortSums, Word } from '../../../platform/event-store/store.ts'
import type { MeasureCtx, ProjectCtx } from '../../../platform/kernel/ctx.ts'
import { type EventRow, eventsOf } from '../../events/queries.ts'
import { placeOf } from '../../metrics/measure-queries.ts'
import { leavesRobotsOut } from '../../metrics/robots.ts'
import { unitMeasure } from '../../metrics/unit-measure.ts'
import { markRecount } from '../queries.ts'
import { type Days, quantileIn, quantilesOf, type ToldQuantile } from './quantiles-of.ts'
import { insertCohorts, reckonedUntil } from './queries.ts'
import { runClock } from './run-clock.ts'
import type { SomeRun } from './some-run.ts'

const dayMs = 24 * 3_600_000
type Ctx = ProjectCtx & MeasureCtx

/**
 * Computes and stores the cohorts of a run that matured by `atMs`: the users first exposed on one UTC day within the
 * run's planned time. Needs no lock, because concurrent runs of this compute the same rows. The cohorts are marked for
 * a second count after `graceMs`.
 */
export async function reckonCohorts(ctx: Ctx, run: SomeRun, atMs: number, graceMs: number): Promise<void> {
  const known = await reckonedUntil(ctx.db, ctx.project, run.row.run)
  const since = ctx.now()
  for (const metric of run.metrics) {
    const first = firstDayOf(run, metric)
    const from = (known.get(metric.key) ?? first - 1) + 1
    // the last cohort ends with the planned time
    const last = Math.floor((run.endsAt.getTime() - 1) / dayMs)
    const clockMs = 'addedAt' in metric ? await ownClock(ctx, run, metric) : atMs
    const until = Math.min(Math.floor((clockMs - maturesAfterMs(metric.definition)) / dayMs) - 1, last)
    if (until < from) continue
    const rows = await sumsOfDays(ctx, run, metric, { from, until })
    // marked before they are stored, so that a crash in between leaves an extra mark and not a missing one
    if (graceMs > 0) {
      const at = new Date(ctx.now().getTime() + graceMs)
      await markRecount(ctx.db, ctx.project, run.row.run, { since, at })
    }
    await insertCohorts(ctx.db, rows)
  }
}

/** A metric's sums on each given day, over all data stored now. */
export async function sumsOfDays(
  ctx: Ctx,
  run: SomeRun,
  metric: SomeRun['metrics'][number],
  days: Days,
): Promise<Insertable<CohortTable>[]> {
  const place = await placeOf(ctx.db, run.experiment.environmentId)
  const declared = await eventsOf(ctx.db, ctx.project)
  const rows = place === undefined ? [] : await sumsOf(ctx, run, metric, { place, declared, ...days })
  return withNobody(ctx, run, metric, days, rows)
}

/** The first day of a metric: that of the run or, for an added metric, the first whose events are all still stored. */
export function firstDayOf({ startedAt }: Pick<SomeRun, 'startedAt'>, metric: SomeRun['metrics'][number]): number {
  const first = Math.floor(startedAt.getTime() / dayMs)
  if (!('addedAt' in metric)) return first
  // one day is deleted at once, and one more is left for what is computed in the following hours
  return Math.max(first, Math.floor(Date.parse(metric.addedAt) / dayMs) - limits.eventsKeptDays + 2)
}

/** The clock of an added metric. Late facts that only this metric reads delay nothing else. */
const ownClock = async (ctx: Ctx, run: SomeRun, metric: PlanMetric): Promise<number> =>
  (await runClock(ctx, { ...run, plan: { ...run.plan, metrics: [metric] } })).clock.getTime()

/** Sums of an arm on a day, or its quantile, or both. */
type Told = Partial<CohortSums> & Partial<ToldQuantile> & Record<'cohort' | 'arm', number> & { readonly told: boolean }

async function sumsOf(
  ctx: Ctx,
  run: SomeRun,
  metric: SomeRun['metrics'][number],
  { place, declared, from, until }: Days & { place: number; declared: readonly EventRow[] },
): Promise<Told[]> {
  const { id, endsAt } = run
  const { definition, cap } = metric
  const measure = unitMeasure(definition.measure, declared)
  if (measure === undefined) return []
  const question: Omit<CohortQuestion, 'exposuresBy'> = {
    measure: measure.kind === 'quantile' ? { kind: 'count', of: measure.of } : measure,
    ...{ run: id, place, cap, grainMs: dayMs, withoutRobots: leavesRobotsOut(definition.measure) },
    ...{ fromMs: from * dayMs, toMs: Math.min((until + 1) * dayMs, endsAt.getTime()) },
    window: { fromMs: durationMs(definition.window.from) ?? 0, lengthMs: durationMs(definition.window.length) ?? 0 },
    eventsBy: definition.from === 'servers' ? 'servers' : 'anyone',
    beforeMs: definition.before === null ? null : (durationMs(definition.before) ?? null),
  }
  const [first, endMs] = [firstDayOf(run, metric), endsAt.getTime()]
  const ask = async (told: boolean): Promise<Told[]> => {
    const exposuresBy: Word = told ? 'servers' : 'anyone'
    const rows = await ctx.measure.cohorts(ctx.db, { ...question, exposuresBy })
    const sums = rows.map((row) => ({ ...row, cohort: row.cohort / dayMs, told }))
    if (measure.kind !== 'quantile') return sums
    const found = await quantilesOf(ctx, question, measure, { from, until }, { first, endMs, exposuresBy })
    return [...sums, ...found.map((row) => ({ ...row, told }))]
  }
  return [...(await ask(false)), ...(await ask(true))]
}

/** Adds rows without users for all missing arms and days, so that these days count as computed. */
function withNobody(
  { project, now }: Ctx,
  { row: { run }, plan }: SomeRun,
  { key }: PlanMetric,
  { from, until }: Days,
  rows: readonly Told[],
): Insertable<CohortTable>[] {
  const found = new Map<string, Partial<Told>>()
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

const numbersOf = (row: Partial<Told> | undefined): CohortNumbers => ({
  // Safe cast: the names are all in the list.
  ...(Object.fromEntries(cohortNumbers.map((name) => [name, row?.[name] ?? 0])) as CohortNumbers),
  ...quantileIn(row),
})
