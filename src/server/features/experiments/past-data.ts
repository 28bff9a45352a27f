import type { PlanMetric } from '../../../shared/features/experiments/run-plan.ts'
import { limits } from '../../../shared/limits.ts'
import { durationMs } from '../../../shared/schemas/duration.ts'
import type { Baseline } from '../../platform/event-store/store.ts'
import type { EnvironmentCtx, EventStoreCtx } from '../../platform/kernel/ctx.ts'
import { type EventRow, eventsOf } from '../events/queries.ts'
import { countEventsSince, environmentNoOf } from '../metrics/event-store-queries.ts'
import { excludesRobots } from '../metrics/robots.ts'
import { resolveMeasure } from '../metrics/unit-measure.ts'

const dayMs = 24 * 3_600_000
export const pastDays = 14
/** Minimum number of units for computing a percentile cap. */
const leastForCap = 1_000

type Ctx = EnvironmentCtx & EventStoreCtx
/** What an environment received in the last 14 full days. */
export type PastData = {
  readonly place: number
  readonly declared: readonly EventRow[]
  readonly fromMs: number
  readonly toMs: number
  /** Fraction of all units that is read. Below 1 if there are very many. */
  readonly share: number
}

/** The past data of an environment. Undefined if nothing was ever measured there. */
export async function readPastData({ db, project, environment, now }: Ctx): Promise<PastData | undefined> {
  const place = await environmentNoOf(db, environment.id)
  if (place === undefined) return undefined
  const toMs = Math.floor(now().getTime() / dayMs) * dayMs
  const fromMs = toMs - pastDays * dayMs
  const arrived = await countEventsSince(db, place, new Date(fromMs))
  const share = Math.min(1, limits.previewedEvents / Math.max(1, arrived))
  return { place, declared: await eventsOf(db, project), fromMs, toMs, share }
}

/**
 * A metric's past sums, and the number of new units per day. Undefined if the event store or the metric does not
 * support it.
 */
export async function readBaseline(
  { db, measure: store }: Ctx,
  { place, declared, fromMs, toMs, share }: PastData,
  { definition, cap }: Pick<PlanMetric, 'definition' | 'cap'>,
): Promise<Baseline | undefined> {
  const found = resolveMeasure(definition.measure, declared)
  // for a quantile: how many users had the event, and how many events they had
  const measure = found?.kind === 'quantile' ? { kind: 'count' as const, of: found.of } : found
  if (store.baseline === undefined || measure === undefined) return undefined
  const { n, y, yy, d, dd, yd, days } = await store.baseline(db, {
    ...{ place, measure, fromMs, toMs, share, cap, unitBy: definition.unit },
    window: { fromMs: durationMs(definition.window.from) ?? 0, lengthMs: durationMs(definition.window.length) ?? 0 },
    eventsBy: definition.from === 'servers' ? 'servers' : 'anyone',
    withoutRobots: excludesRobots(definition.measure),
  })
  const all = days.map(({ day, units }) => ({ day, units: Math.round(units / share) }))
  return { ...{ n, y, yy, d, dd, yd }, days: all }
}

/**
 * The cap of a metric as a number: the percentile of unit totals over a period as long as the metric's window, ending
 * now. Null if it has no cap or there were too few units.
 */
export async function computeCap(
  { db, measure: store, now }: Ctx,
  past: PastData | undefined,
  { definition, cap }: Pick<PlanMetric, 'definition' | 'cap'>,
): Promise<number | null> {
  const { measure: kind, window, unit, from } = definition
  if (definition.cap === null || 'at' in definition.cap || past === undefined) return cap
  const measure = resolveMeasure(kind, past.declared)
  if (measure?.kind !== 'sum' && measure?.kind !== 'count') return null
  const toMs = now().getTime()
  const { units, value } = await store.percentile(db, {
    ...{ place: past.place, unitBy: unit, of: { ...measure.of, take: measure.kind }, toMs },
    fromMs: toMs - Math.min(durationMs(window.length) ?? 0, pastDays * dayMs),
    ...{ eventsBy: from === 'servers' ? 'servers' : 'anyone', q: definition.cap.percentile },
  })
  return units >= leastForCap && value !== null && value > 0 ? value : null
}

/** New units per day, averaged over the last seven days. */
export const newUnitsADay = ({ days }: Pick<Baseline, 'days'>, { toMs }: PastData): number => {
  const today = toMs / dayMs
  return days.filter(({ day }) => day >= today - 7).reduce((sum, { units }) => sum + units, 0) / 7
}
