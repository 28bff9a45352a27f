import { type ArmGuardData, evaluateExperimentGuard } from '../../../../shared/features/experiments/evaluate-guards.ts'
import type { PlanMetric } from '../../../../shared/features/experiments/run-plan.ts'
import type { ExperimentGuardResult } from '../../../../shared/features/experiments/schemas/experiment-results.ts'
import { partsOf } from '../../../../shared/features/metrics/schemas/metric.ts'
import type { ArmCounts, ArmRatio } from '../../../../shared/features/ramps/guard-question.ts'
import { durationMs } from '../../../../shared/schemas/duration.ts'
import { trustedSources } from '../../../platform/event-store/rows.ts'
import type { CohortPeople, CohortSums, SourceTrust } from '../../../platform/event-store/store.ts'
import type { EventStoreCtx, ProjectCtx } from '../../../platform/kernel/ctx.ts'
import { type EventRow, eventsOf } from '../../events/queries.ts'
import { environmentNoOf } from '../../metrics/event-store-queries.ts'
import { resolveMeasure } from '../../metrics/unit-measure.ts'
import { freshness } from '../../sources/freshness.ts'
import type { LoadedRun } from './load-run.ts'

type Ctx = ProjectCtx & EventStoreCtx
type ExperimentGuardData = {
  readonly place: number
  readonly declared: readonly EventRow[]
  readonly people: readonly CohortPeople[]
}
type GuardQuery = ExperimentGuardData & {
  /** Data is complete until this time. */
  readonly clock: Date
}

/**
 * Evaluates the guards of a run over all rows, without a lock. Guards that are neither proportions nor ratios are
 * evaluated only with looks and stop nothing.
 */
export async function watchGuards(
  ctx: Ctx,
  run: LoadedRun,
  people: readonly CohortPeople[],
): Promise<ExperimentGuardResult[]> {
  const { setup, metrics } = run.plan
  const place = await environmentNoOf(ctx.db, run.experiment.environmentId)
  if (setup.guards.length === 0 || place === undefined) return []
  const asked: ExperimentGuardData = { place, people, declared: await eventsOf(ctx.db, ctx.project) }
  const seen: ExperimentGuardResult[] = []
  for (const guard of setup.guards) {
    const metric = metrics.find(({ key }) => key === guard.metric)
    if (!metric) continue
    const events = partsOf(metric.definition.measure).map(({ event }) => event)
    const { clock, late } = await freshness(
      ctx,
      run.experiment.environmentId,
      { events, exposures: true },
      run.startedAt,
    )
    const reading = late === null ? await readingOf(ctx, run, metric, { ...asked, clock }) : blind(metric, late)
    if (reading) seen.push(...evaluateExperimentGuard(guard, metric, reading, setup))
  }
  return seen
}

async function readingOf(
  ctx: Ctx,
  run: LoadedRun,
  metric: PlanMetric,
  asked: GuardQuery,
): Promise<ArmGuardData | null> {
  const { definition } = metric
  const { measure: kind, from } = definition
  if (kind.kind !== 'proportion' && kind.kind !== 'ratio') return null
  const measure = resolveMeasure(kind, asked.declared)
  if (measure === undefined) return { kind: 'unknown', problem: 'An event of it is not declared any more.' }
  const both = async <Arm>(ask: (word: SourceTrust) => Promise<Arm[]>): Promise<{ all: Arm[]; trusted: Arm[] }> => {
    const trusted = await ask('servers')
    return { all: from === 'servers' ? trusted : await ask('anyone'), trusted }
  }
  if (measure.kind === 'proportion')
    return { kind: 'counts', ...(await both((word) => countsBy(ctx, run, metric, { ...asked, measure, word }))) }
  if (measure.kind === 'ratio')
    return { kind: 'ratios', ...(await both((word) => sumsBy(ctx, run, metric, { ...asked, measure, word }))) }
  return null
}

/** Other kinds of guards are evaluated only with looks. */
const blind = ({ definition: { measure } }: PlanMetric, problem: string): ArmGuardData | null =>
  measure.kind === 'proportion' || measure.kind === 'ratio' ? { kind: 'unknown', problem } : null

const windowOf = ({ definition: { window, lag } }: PlanMetric) => ({
  fromMs: durationMs(window.from) ?? 0,
  lengthMs: durationMs(window.length) ?? 0,
  lagMs: durationMs(lag) ?? 0,
})

type GuardQueryOf<Kind extends string> = GuardQuery & {
  readonly word: SourceTrust
  readonly measure: Extract<NonNullable<ReturnType<typeof resolveMeasure>>, { kind: Kind }>
}

/** Units by arm that have had the event since exposure, even if their window has not ended. */
async function countsBy(
  { db, measure: store, now }: Ctx,
  { id, startedAt, plan }: LoadedRun,
  metric: PlanMetric,
  { place, measure, word, people }: GuardQueryOf<'proportion'>,
): Promise<ArmCounts[]> {
  const { lagMs, ...window } = windowOf(metric)
  const did = await store.firstEvents(db, {
    ...{ run: id, place, part: measure.of, atLeast: measure.atLeast, window, exposuresBy: word, eventsBy: word },
    ...{ sinceMs: startedAt.getTime(), untilMs: now().getTime() - lagMs },
  })
  return plan.setup.arms.map((_, arm) => ({
    units: unitsOf(people, arm, word),
    did: did.find((row) => row.arm === arm)?.n ?? 0,
  }))
}

const unitsOf = (people: readonly CohortPeople[], arm: number, word: SourceTrust): number =>
  people
    .filter((one) => one.arm === arm)
    .reduce((sum, { n, byVia }) => sum + (word === 'anyone' ? n : trusted(byVia)), 0)

const trusted = (byVia: CohortPeople['byVia']): number =>
  trustedSources.reduce((sum, way) => sum + (byVia[way] ?? 0), 0)

/** Sums by arm over the units whose window has ended. */
async function sumsBy(
  { db, measure: store }: Ctx,
  { id, startedAt, plan }: LoadedRun,
  metric: PlanMetric,
  { place, measure, word, clock }: GuardQueryOf<'ratio'>,
): Promise<ArmRatio[]> {
  const { lagMs, ...window } = windowOf(metric)
  const rows = await store.cohorts(db, {
    ...{ run: id, place, measure, window, exposuresBy: word, eventsBy: word, withoutRobots: true },
    // includes the millisecond in which the last unit was exposed
    ...{ grainMs: null, fromMs: 0, toMs: clock.getTime() - window.fromMs - window.lengthMs - lagMs + 1 },
    ...{ beforeMs: null, cap: null, sinceMs: startedAt.getTime() },
  })
  return plan.setup.arms.map((_, arm) => ratioOf(rows.find((row) => row.arm === arm)))
}

const ratioOf = (row: CohortSums | undefined): ArmRatio => {
  const { n = 0, y = 0, yy = 0, d = 0, dd = 0, yd = 0, withY = 0, withD = 0, robots = 0 } = row ?? {}
  return {
    sums: { over: { n, sum: y, sumsq: yy }, under: { n, sum: d, sumsq: dd }, product: yd },
    ...{ withOver: withY, withUnder: withD, robots },
  }
}
