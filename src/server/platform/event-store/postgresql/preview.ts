import { type RawBuilder, sql } from 'kysely'
import { limits } from '../../../../shared/limits.ts'
import type { Db } from '../../db/pool.ts'
import type { MeasuredPart, PreviewQuestion, PreviewRow } from '../store.ts'
import { trackPartCondition, trackTermValue } from './parts.ts'

/** The last unit digest of a sample. Digests are uniformly distributed, so the units up to it are this share of all. */
const lastUnit = (share: number): string => {
  const first = Math.min(0xffff_ffff, Math.floor(share * 0x1_0000_0000))
    .toString(16)
    .padStart(8, '0')
  return `${first}-ffff-ffff-ffff-ffffffffffff`
}

/** The metric's value for a unit and over all units: aggregates over the columns of `per`. */
const valueSql = ({ measure }: PreviewQuestion): RawBuilder<number | null> => {
  const take = (term: 'over' | 'under') =>
    measure.kind === 'ratio' && measure[term].take === 'sum'
      ? sql.ref(term === 'over' ? 'per.sum_a' : 'per.sum_b')
      : sql.ref(term === 'over' ? 'per.count_a' : 'per.count_b')
  switch (measure.kind) {
    case 'proportion':
      return sql`avg(case when per.count_a >= ${measure.atLeast} then 1 else 0 end)::double precision`
    case 'retention':
      return sql`avg(case when per.count_a > 0 then 1 else 0 end)::double precision`
    case 'count':
      return sql`avg(per.count_a)::double precision`
    case 'sum':
      return sql`avg(per.sum_a)::double precision`
    case 'ratio':
      return sql`(sum(${take('over')})::double precision / nullif(sum(${take('under')}), 0)::double precision)`
    case 'time':
      return sql`(avg(extract(epoch from per.first_a - per.first_at)) * 1000)::double precision`
    case 'quantile':
      return sql`percentile_cont(${measure.at}::double precision) within group (order by per.sum_a)
        filter (where per.count_a > 0)`
  }
}

/**
 * Computes the metric over a period and over each of its days, in one pass over the rows. Units are those that the
 * metric counts by. Robots are excluded if the analyses exclude them.
 */
export const preview = async (db: Db, question: PreviewQuestion): Promise<PreviewRow[]> => {
  const { measure, place, unitBy, from, to, share, fromClients, withoutRobots } = question
  const [a, b] = measure.kind === 'ratio' ? [measure.over, measure.under] : [measure.of, measure.of]
  const counts = fromClients ? sql`true` : sql`via <> 1`
  const ofPart = (part: MeasuredPart) => sql`(${counts} and ${trackPartCondition(part)})`
  const byEvent = measure.kind === 'quantile' && measure.each === 'event' ? measure.at : null
  const { rows } = await sql<PreviewRow>`
    with seen as (
      select unit, at, ${trackTermValue({ take: 'sum' })} as value, (at at time zone 'UTC')::date as day, ${ofPart(a)} as a, ${ofPart(b)} as b
      from track where place = ${place} and unit_by is not distinct from ${unitBy}
        and at >= ${from} and at < ${to} and unit <= ${lastUnit(share)}::uuid
    ), per as (
      select day, unit, grouping(day) = 1 as is_whole, ${withoutRobots} and count(*) > ${limits.robotEventsPerDay} as is_robot,
        count(*) filter (where a) as count_a, coalesce(sum(value) filter (where a), 0) as sum_a,
        count(*) filter (where b) as count_b, coalesce(sum(value) filter (where b), 0) as sum_b,
        min(at) as first_at, min(at) filter (where a) as first_a
      from seen group by grouping sets ((day, unit), (unit))
    ), robot as (
      select distinct unit from per where is_robot and not is_whole
    ), kept as (
      select per.* from per where not exists (select from robot where robot.unit = per.unit)
    ), each as (
      select day, percentile_cont(${byEvent ?? 0.5}::double precision) within group (order by value) as value
      from seen where ${byEvent !== null} and a and not exists (select from robot where robot.unit = seen.unit)
      group by grouping sets ((day), ())
    )
    select per.day::text as day, count(*)::int as units,
      (count(*) filter (where count_a > 0 or count_b > 0))::int as active,
      (select count(*) from robot)::int as robots,
      ${byEvent === null ? valueSql(question) : sql`(select value from each where each.day is not distinct from per.day)`} as value
    from kept as per group by per.day, per.is_whole order by per.day nulls first`.execute(db)
  return rows
}
