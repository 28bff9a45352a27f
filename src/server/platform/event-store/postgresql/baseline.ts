import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import { robotEvents, termsOf } from '../question.ts'
import type { Baseline, BaselineQuestion } from '../store.ts'
import { intervalSql, trackPartCondition, trackTermValue, trustedRowsSql, withAggregationMemory } from './parts.ts'

const dayMs = 24 * 3_600_000

/** The value of one unit, from the columns of `per`. */
const unitSql = ({ measure, window: { lengthMs }, cap }: BaselineQuestion): RawBuilder<number> => {
  const value = () => {
    switch (measure.kind) {
      case 'proportion':
        return sql<number>`case when per.count_a >= ${measure.atLeast} then 1 else 0 end`
      case 'retention':
        return sql<number>`case when per.count_a > 0 then 1 else 0 end`
      case 'time':
        return sql<number>`coalesce(${lengthMs}::double precision - per.until_ms, 0)`
      default:
        return sql<number>`per.sum_a`
    }
  }
  return cap === null ? value() : sql<number>`least(${value()}, ${cap}::double precision)`
}

/**
 * Units by the day of their first event in a period, and the metric's value over those whose whole window is in the
 * period.
 */
export const baseline = (db: Db, question: BaselineQuestion): Promise<Baseline> =>
  withAggregationMemory(db, async (tx) => {
    const { measure, place, unitBy, fromMs, toMs, window, eventsBy, withoutRobots, share } = question
    const [a, b] = termsOf(measure)
    const [from, to] = [new Date(fromMs), new Date(toMs)]
    const isOfA = trackPartCondition(a)
    const isOfB = b === undefined ? sql<boolean>`false` : trackPartCondition(b)
    const last = `${Math.min(0xffff_ffff, Math.floor(share * 0x1_0000_0000))
      .toString(16)
      .padStart(8, '0')}-ffff-ffff-ffff-ffffffffffff`
    const all = sql`track.place = ${place} and track.unit_by is not distinct from ${unitBy} and track.unit <= ${last}::uuid`
    const first = sql`
      select unit, min(at) as first_at from track
      where ${all} and at >= ${from} and at < ${to} group by unit`
    const { rows: days } = await sql<{ day: number; units: number }>`
      select floor(extract(epoch from first_at) * 1000 / ${dayMs})::int as day, count(*)::int as units
      from (${first}) as first group by 1 order by 1`.execute(tx)
    const began = sql`first.first_at + ${intervalSql(window.fromMs)}`
    const { rows } = await sql<Omit<Baseline, 'days'>>`
      with first as materialized (${first}), per as (
        select first.unit, count(*) filter (where ${isOfA}) as count_a,
          coalesce(sum(${trackTermValue(a)}) filter (where ${isOfA}), 0) as sum_a,
          coalesce(sum(${b === undefined ? sql`0` : trackTermValue(b)}) filter (where ${isOfB}), 0) as sum_b,
          extract(epoch from min(track.at) filter (where ${isOfA}) - (${began})) * 1000 as until_ms,
          count(track.unit) as events
        from first left join track on ${all} and track.unit = first.unit and (${isOfA} or ${isOfB}) ${trustedRowsSql(eventsBy, 'track')}
          and track.at >= ${began} and track.at < ${began} + ${intervalSql(window.lengthMs)}
        where ${began} + ${intervalSql(window.lengthMs)} <= ${to} group by first.unit, first.first_at
      ), unit as (
        select (${unitSql(question)})::double precision as y, per.sum_b::double precision as d from per
        where not (${withoutRobots} and per.events > ${robotEvents(window.lengthMs)})
      )
      select count(*)::int as n, coalesce(sum(y), 0) as y, coalesce(sum(y * y), 0) as yy, coalesce(sum(d), 0) as d,
        coalesce(sum(d * d), 0) as dd, coalesce(sum(y * d), 0) as yd from unit`.execute(tx)
    return { days, ...(rows[0] ?? { n: 0, y: 0, yy: 0, d: 0, dd: 0, yd: 0 }) }
  })
