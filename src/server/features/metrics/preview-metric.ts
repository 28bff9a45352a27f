import type { z } from 'zod'
import type { MetricPreview, PreviewMetricInput } from '../../../shared/features/metrics/schemas/metric-catalogue.ts'
import { limits } from '../../../shared/limits.ts'
import type { EnvironmentCtx, EventStoreCtx } from '../../platform/kernel/ctx.ts'
import { eventsOf } from '../events/queries.ts'
import { checkMetric } from './check-metric.ts'
import { countEventsSince, environmentNoOf } from './event-store-queries.ts'
import { excludesRobots } from './robots.ts'
import { resolveMeasure } from './unit-measure.ts'

const dayMs = 24 * 3_600_000
const previewedDays = 7

/**
 * Computes a metric over the last seven days in an environment, including today: over all units with any event, in
 * total and per day. Compares no variants. Throws `metric/invalid` if the events do not support it.
 */
export async function previewMetric(
  ctx: EnvironmentCtx & EventStoreCtx,
  { definition }: Pick<z.output<typeof PreviewMetricInput>, 'definition'>,
): Promise<MetricPreview> {
  const { db, project, environment } = ctx
  const declared = await eventsOf(db, project)
  checkMetric(declared, definition)
  const to = ctx.now()
  const from = new Date(Math.floor(to.getTime() / dayMs) * dayMs - (previewedDays - 1) * dayMs)
  const place = await environmentNoOf(db, environment.id)
  const arrived = place === undefined ? 0 : await countEventsSince(db, place, from)
  const share = Math.min(1, limits.previewedEvents / Math.max(1, arrived))
  const measure = resolveMeasure(definition.measure, declared)
  const asked = { from, to, share, unitBy: definition.unit, fromClients: definition.from === 'anyone' }
  const withoutRobots = excludesRobots(definition.measure)
  const rows =
    place === undefined || measure === undefined
      ? []
      : await ctx.measure.preview(db, { place, measure, withoutRobots, ...asked })
  const stretch = (day: string | null) => {
    const row = rows.find((one) => one.day === day)
    return { units: row?.units ?? 0, active: row?.active ?? 0, value: row?.value ?? null }
  }
  const days = Array.from({ length: previewedDays }, (_, at) => {
    const day = new Date(from.getTime() + at * dayMs).toISOString().slice(0, 10)
    return { day, ...stretch(day) }
  })
  const robots = rows[0]?.robots ?? 0
  return { from: from.toISOString(), to: to.toISOString(), share, robots, whole: stretch(null), days }
}
