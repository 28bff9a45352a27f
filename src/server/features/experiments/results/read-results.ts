import { plannedMetric } from '../../../../shared/features/experiments/run-plan.ts'
import type {
  ExperimentResults,
  ExperimentResultsInput,
} from '../../../../shared/features/experiments/schemas/experiment-results.ts'
import { limits } from '../../../../shared/limits.ts'
import { analyse } from '../../../../shared/statistics/analyse.ts'
import type { AnalysisPlan, CohortPeople, CohortSums, Look } from '../../../../shared/statistics/analysis-plan.ts'
import type { EventStoreCtx, ProjectCtx } from '../../../platform/kernel/ctx.ts'
import { type EventRow, eventsOf } from '../../events/queries.ts'
import { capEffects } from './cap-effects.ts'
import { compareBeforeExposure } from './compare-before-exposure.ts'
import { type LoadedRun, loadRun } from './load-run.ts'
import { pointsOf } from './queries.ts'
import { type ReporterSlice, sumsOfRun } from './read-cohorts.ts'
import { intervalView, resultView } from './result-view.ts'
import { runStateAt, withoutLaterMetrics } from './run-state-at.ts'
import { maxChartLooks, thinSeries } from './thin-series.ts'

const givenUp = `${limits.interruptedTries} servers in a row stopped while they counted it, so it is counted only once a day.`

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const instant = (ms: number | undefined): string | null => (ms === undefined ? null : new Date(ms).toISOString())

/**
 * Returns the current results of a run: estimates over all users whose window has ended, and the decisions of its
 * looks. Between looks, estimates change but verdicts do not. For a stopped run, returns what was known when it
 * stopped; with `at`, what was known then. Throws `run/not-found`.
 */
export async function readResults(
  ctx: ProjectCtx & EventStoreCtx,
  input: Omit<ExperimentResultsInput, 'project'>,
): Promise<ExperimentResults> {
  const at = input.at === undefined ? undefined : new Date(input.at)
  const run = withoutLaterMetrics(await loadRun(ctx, input.experiment, input.run), at)
  const { row, plan, analysis, startedAt, endsAt } = run
  const shown = input.metric === undefined ? plan.setup.primary : [input.metric]
  const sumsIn = await sumsOfRun(ctx, run, shown)
  const sums = sumsIn('all')
  const { atMs, isPast, looks, people, said, late } = await runStateAt(ctx, run, sums, at)
  const last = looks.at(-1)
  const nowMs = isPast ? atMs : ctx.now().getTime()
  const isOver = isPast ? (last?.time ?? 0) >= 1 && analysis.mode !== 'open-ended' : row.overAt !== null
  const units = unitsOfEvents(await eventsOf(ctx.db, ctx.project))
  return {
    ...{ experiment: run.experiment.key, run: row.run, at: new Date(atMs).toISOString() },
    plan: {
      ...{ hash: run.hash, mode: analysis.mode, days: analysis.days, alpha: analysis.alpha },
      ...{ startedAt: startedAt.toISOString(), endsAt: endsAt.toISOString(), unitsPlanned: analysis.unitsPlanned },
      arms: [...plan.setup.arms],
      metrics: run.metrics.map((metric) => metricView(metric, units)),
    },
    ...{
      looks: looks.length,
      lastLookAt: instant(last?.atMs),
      nextLookAt: instant(nextLookMs(run, last, nowMs, isOver)),
    },
    over: isOver,
    late: row.state !== 'running' ? null : row.interrupted < limits.interruptedTries ? late : givenUp,
    samples: { ...said.samples, observed: [...said.samples.observed] },
    results: said.results.map(resultView),
    maturity: maturityOf(run, sums, people, atMs),
    series: await seriesOf(ctx, run, looks, shown),
    slices: slicesOf(run, sumsIn, people, atMs, shown),
    caps: await capEffects(ctx, run, atMs),
    before: compareBeforeExposure(analysis, sums, atMs),
    // guard states are stored for the present only
    guards: isPast ? [] : (row.guards ?? []),
  }
}

/** Units of event values, such as € or ms, by event key. */
const unitsOfEvents = (events: readonly EventRow[]): ReadonlyMap<string, string> =>
  new Map(events.flatMap(({ key, definition: { value } }) => (value ? [[key, value.unit] as const] : [])))

const metricView = (
  metric: LoadedRun['metrics'][number],
  units: ReadonlyMap<string, string>,
): ExperimentResults['plan']['metrics'][number] => {
  const { key, version, role, definition, margin, cap } = metric
  const { measure } = definition
  const unit = measure.kind === 'sum' || measure.kind === 'quantile' ? (units.get(measure.of.event) ?? null) : null
  const { kind, better, maturesAfterMs } = plannedMetric(metric)
  return {
    ...{ key, version, name: definition.name, role, kind, measure: measure.kind, unit },
    ...{ better, margin, cap, maturesAfterMs, addedAt: 'addedAt' in metric ? metric.addedAt : null },
  }
}

/** The time of the next look: the next full hour or midnight. Null if none will follow. */
function nextLookMs(
  { row, analysis, endsAt }: LoadedRun,
  last: Look | undefined,
  nowMs: number,
  isOver: boolean,
): number | undefined {
  if (isOver || (row.stoppedAt !== null && row.stoppedAt.getTime() <= nowMs)) return undefined
  const every = analysis.mode === 'open-ended' ? hourMs : dayMs
  const from = analysis.mode === 'fixed' ? endsAt.getTime() - 1 : Math.max(nowMs, last?.atMs ?? 0)
  return (Math.floor(from / every) + 1) * every
}

function maturityOf(
  { analysis, startedAt }: LoadedRun,
  sums: readonly CohortSums[],
  people: readonly CohortPeople[],
  atMs: number,
): ExperimentResults['maturity'] {
  const all = people.reduce((sum, { n }) => sum + n, 0)
  return analysis.metrics.map(({ key, maturesAfterMs }) => ({
    ...{ metric: key, all },
    matured: sums
      .filter(({ metric, endMs }) => metric === key && endMs + maturesAfterMs <= atMs)
      .reduce((sum, { n }) => sum + n, 0),
    firstAt: instant((Math.floor(startedAt.getTime() / dayMs) + 1) * dayMs + maturesAfterMs),
  }))
}

/** Estimates look by look. If there are very many looks, a sample of them, plus those that decided something. */
async function seriesOf(
  ctx: ProjectCtx,
  { row, plan }: LoadedRun,
  all: readonly Look[],
  keys: readonly string[],
): Promise<ExperimentResults['series']> {
  const drawn = thinSeries(all, maxChartLooks, ({ number, results }) => results.some((one) => one.decidedAt === number))
  const numbers = drawn.map(({ number }) => number)
  const looks = await pointsOf(ctx.db, ctx.project, { run: row.run, numbers, metrics: keys })
  const [, ...others] = plan.setup.arms
  return keys.flatMap((key) =>
    others.map(({ variant: arm }) => ({
      ...{ metric: key, arm },
      points: looks.flatMap(({ number, atMs, results }) =>
        results
          .filter((one) => one.metric === key && one.arm === arm)
          .map(({ difference, lift, verdict, ...ends }) => ({
            ...{ look: number, at: new Date(atMs).toISOString(), difference, lift, verdict },
            ...{ interval: intervalView(ends.interval), liftInterval: intervalView(ends.liftInterval) },
          })),
      ),
    })),
  )
}

/**
 * Results of the units reported by servers and by pages separately. Their intervals are valid at any time and corrected
 * for the two comparisons. They decide nothing.
 */
function slicesOf(
  { analysis }: LoadedRun,
  sumsIn: (slice: ReporterSlice) => CohortSums[],
  people: readonly CohortPeople[],
  atMs: number,
  keys: readonly string[],
): ExperimentResults['slices'] {
  const plan: AnalysisPlan = { ...analysis, mode: 'open-ended', alpha: analysis.alpha / 2 }
  const slices = (['servers', 'pages'] as const).map((slice) => ({ slice, sums: sumsIn(slice) }))
  if (slices.some(({ sums }) => sums.every(({ n }) => n === 0))) return []
  // unknown for pages alone
  const quantiles = new Set(plan.metrics.flatMap(({ key, kind }) => (kind === 'quantile' ? [key] : [])))
  return slices.map(({ slice, sums }) => ({
    slice,
    results: analyse(plan, { people, sums }, [], atMs)
      .results.filter(({ metric }) => keys.includes(metric) && (slice === 'servers' || !quantiles.has(metric)))
      .map((one) => ({ ...resultView(one), ...{ verdict: 'not-decided' as const, decidedAt: null } })),
  }))
}
