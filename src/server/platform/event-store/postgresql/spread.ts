import { sql } from 'kysely'
import { normalTailQuantile } from '../../../../shared/statistics/special/normal.ts'
import { eventsFromMs, robotEvents, valueTolerance } from '../question.ts'
import type { EventStore, ValuesQuestion } from '../store.ts'
import { exposedSql } from './cohorts.ts'
import { intervalSql, trackPartCondition, trackTermValue, trustedRowsSql, withAggregationMemory } from './parts.ts'

/** Computes a percentile of the units' values in a period, over the units that had the event. */
export const percentile: EventStore['percentile'] = (db, { place, unitBy, of, fromMs, toMs, eventsBy, q }) =>
  withAggregationMemory(db, async (tx) => {
    const { rows } = await sql<{ units: number; value: number | null }>`
      select count(*)::int as units, percentile_cont(${q}::double precision) within group (order by total) as value
      from (
        select coalesce(sum(${trackTermValue(of)}), 0)::double precision as total from track
        where place = ${place} and unit_by is not distinct from ${unitBy} and ${trackPartCondition(of)}
          and at >= ${new Date(fromMs)} and at < ${new Date(toMs)} ${trustedRowsSql(eventsBy, 'track')} group by unit
      ) as unit`.execute(tx)
    return rows[0] ?? { units: 0, value: null }
  })

/** Events of the exposed units within their windows, without robots: `per` by unit, `event` for each event. */
const eventsSql = (question: ValuesQuestion) => {
  const { of, window, place, toMs, eventsBy, withoutRobots } = question
  const begin = sql`exposure.first_at + ${intervalSql(window.fromMs)}`
  const robot = withoutRobots ? sql`where events <= ${robotEvents(window.lengthMs)}` : sql``
  return sql`
    event as materialized (
      select * from (
        select exposure.arm, exposure.unit, ${trackTermValue({ take: 'sum' })} as value, count(*) over (partition by exposure.unit) as events
        from exposure join track on track.unit = exposure.unit and track.place = ${place} and track.at >= ${begin}
          and track.at < ${begin} + ${intervalSql(window.lengthMs)} and ${trackPartCondition(of)}
          and track.at >= ${new Date(eventsFromMs(question))}
          and track.at < ${new Date(toMs + window.fromMs + window.lengthMs)} ${trustedRowsSql(eventsBy, 'track')}
        where ${exposedSql(question)}
      ) as event ${robot}
    )`
}

/** Sorted values with their rank and the total count. */
const placed = (from: ReturnType<typeof sql>) => sql`
  select arm, value, row_number() over (partition by arm order by value) as place, count(*) over (partition by arm) as values
  from (${from}) as one`

/**
 * Computes each arm's quantile with the values at the ranks around it. The quantile is the k-th smallest value, with k
 * the smallest rank whose share reaches q. If units have several values, s is the standard error of the share of events
 * up to the quantile, as a ratio by unit.
 */
export const readPostgresqlQuantiles: EventStore['values'] = (db, question) =>
  withAggregationMemory(db, async (tx) => {
    const { each, q, alpha } = question
    const z = normalTailQuantile(alpha / 2)
    const ofUnits = sql`select arm, sum(value) as value from event where value is not null group by arm, unit`
    const ofEvents = sql`select arm, value from event where value is not null`
    const rank = (part: ReturnType<typeof sql>) =>
      sql`least(values, greatest(1, ceil(${part} * values::double precision)))::bigint`
    const spread =
      each === 'unit'
        ? sql`select arm, values as n, values, quantile, sqrt(${q}::double precision * (1 - ${q}::double precision) / values) as s from found`
        : sql`
            select found.arm, count(*) as n, found.values, found.quantile,
              sqrt(greatest(0, (sum(off * off) - sum(off) * sum(off) / count(*)) / greatest(1, count(*) - 1)) * count(*))
                / found.values as s
            from found join (
              select event.arm, event.unit,
                count(*) filter (where event.value <= found.quantile) - ${q}::double precision * count(*) as off
              from event join found using (arm) where event.value is not null group by event.arm, event.unit
            ) as unit using (arm) group by found.arm, found.values, found.quantile`
    const { rows } = await sql<{
      arm: number
      n: number
      values: number
      quantile: number
      lower: number
      upper: number
    }>`
      with ${eventsSql(question)}, ordered as materialized (${placed(each === 'unit' ? ofUnits : ofEvents)}),
      found as (
        select arm, values, value as quantile from ordered where place = ${rank(sql`${q}::double precision`)}
      ), spread as (${spread})
      select spread.arm, spread.n::int as n, spread.values::int as values, spread.quantile, 
        coalesce((select max(value) from ordered where ordered.arm = spread.arm and value < low.value - ${valueTolerance} * abs(low.value)), low.value) as lower,
        coalesce((select min(value) from ordered where ordered.arm = spread.arm and value > high.value + ${valueTolerance} * abs(high.value)), high.value) as upper
      from spread
      join ordered as low on low.arm = spread.arm and low.place = least(spread.values, greatest(1,
        ceil(greatest(0, ${q}::double precision - ${z}::double precision * s) * spread.values::double precision)))::bigint
      join ordered as high on high.arm = spread.arm and high.place = least(spread.values, greatest(1,
        ceil(least(1, ${q}::double precision + ${z}::double precision * s) * spread.values::double precision)))::bigint
      order by spread.arm`.execute(tx)
    return rows
  })
