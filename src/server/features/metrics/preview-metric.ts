import type { z } from 'zod'
import type { MetricPreview, PreviewMetricInput } from '../../../shared/features/metrics/schemas/metric-catalogue.ts'
import { limits } from '../../../shared/limits.ts'
import type { EnvironmentCtx, MeasureCtx } from '../../platform/kernel/ctx.ts'
import { eventsOf } from '../events/queries.ts'
import { checkMetric } from './check-metric.ts'
import { arrivedSince, placeOf } from './measure-queries.ts'
import { leavesRobotsOut } from './robots.ts'
import { unitMeasure } from './unit-measure.ts'

const dayMs = 24 * 3_600_000
const previewedDays = 7

/**
 * What a metric would have come to in an environment within the last seven days, today included: of all units of which anything
 * arrived, over all of it and day by day. Nobody is compared with anybody. `metric/invalid` where the events can’t answer it.
 */
export async function previewMetric(
  ctx: EnvironmentCtx & MeasureCtx,
  { definition }: Pick<z.output<typeof PreviewMetricInput>, 'definition'>,
): Promise<MetricPreview> {
  const { db, project, environment } = ctx
  const declared = await eventsOf(db, project)
  checkMetric(declared, definition)
  const to = ctx.now()
  const from = new Date(Math.floor(to.getTime() / dayMs) * dayMs - (previewedDays - 1) * dayMs)
  const place = await placeOf(db, environment.id)
  const arrived = place === undefined ? 0 : await arrivedSince(db, place, from)
  const share = Math.min(1, limits.previewedEvents / Math.max(1, arrived))
  const measure = unitMeasure(definition.measure, declared)
  const asked = { from, to, share, unitBy: definition.unit, fromClients: definition.from === 'anyone' }
  const withoutRobots = leavesRobotsOut(definition.measure)
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
