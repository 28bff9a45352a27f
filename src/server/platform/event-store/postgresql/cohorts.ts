import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import { type SumsRow, type UnitsRow, withSums } from '../cohort-rows.ts'
import { eventsFromMs, robotEvents, termsOf } from '../question.ts'
import type { CohortQuestion, CohortSums, ExposureQuery, MeasuredTerm } from '../store.ts'
import { intervalSql, trackPartCondition, trackTermValue, trustedRowsSql, withAggregationMemory } from './parts.ts'

type Number = RawBuilder<number>
type Stored<Row> = Omit<Row, 'cohort'> & { cohort: Date }

/** Start of the cohort that an exposure belongs to. */
export const cohortOf = (grainMs: number | null, fromMs: number) =>
  grainMs === null
    ? sql<Date>`${new Date(fromMs)}::timestamptz`
    : sql<Date>`date_bin(${intervalSql(grainMs)}, exposure.first_at, timestamptz 'epoch')`

/** A condition for the exposures of a query. Excludes units that were in more than one arm. */
export const exposedSql = ({ run, fromMs, toMs, exposuresBy }: ExposureQuery) => sql<boolean>`exposure.run = ${run}
  and not exposure.crossed and exposure.first_at >= ${new Date(fromMs)} and exposure.first_at < ${new Date(toMs)}
  ${trustedRowsSql(exposuresBy, 'exposure')}`

/**
 * Sums over the units of each arm and cohort. Units without events add nothing to any sum: they are counted from the
 * exposures alone, and only units with events are grouped.
 */
export const cohortSums = (db: Db, question: CohortQuestion): Promise<CohortSums[]> =>
  withAggregationMemory(db, async (tx) => {
    const inMs = <Row>({ cohort, ...row }: Stored<Row>) => ({ ...row, cohort: cohort.getTime() })
    const { rows: units } = await sql<Stored<UnitsRow>>`
      select exposure.arm, ${cohortOf(question.grainMs, question.fromMs)} as cohort, count(*)::int as n from exposure
      where ${exposedSql(question)} group by 1, 2 order by 2, 1`.execute(tx)
    if (units.length === 0) return []
    const { rows } = await sumsSql(question).execute(tx)
    return withSums(question, units.map(inMs), rows.map(inMs))
  })

const nothing: Number = sql<number>`0::double precision`

const sumsSql = (question: CohortQuestion): RawBuilder<Stored<SumsRow>> => {
  const { measure, cap } = question
  const most = (of: Number) => (cap === null ? of : sql<number>`least(${of}, ${cap}::double precision)`)
  const valueOf = (done: Number, left: Number): Number => {
    if (measure.kind === 'time') return left
    if (measure.kind !== 'proportion' && measure.kind !== 'retention') return done
    return sql`(${done} >= ${measure.kind === 'proportion' ? measure.atLeast : 1})::int::double precision`
  }
  return sql`
    select arm, cohort, is_robot, count(*)::int as n, (count(*) filter (where y <> 0))::int as with_y,
      (count(*) filter (where d <> 0))::int as with_d, (count(*) filter (where y < uncapped))::int as capped,
      sum(y) as y, sum(y * y) as yy, sum(uncapped) as uncapped_y, sum(uncapped * uncapped) as uncapped_yy,
      sum(d) as d, sum(d * d) as dd, sum(y * d) as yd, sum(x) as x, sum(x * x) as xx, sum(x * y) as xy,
      sum(z) as z, sum(z * z) as zz, sum(x * z) as xz, sum(y * z) as yz, sum(x * d) as xd, sum(d * z) as dz
    from (
      select arm, cohort, is_robot, uncapped, d, z, ${most(sql`uncapped`)} as y, ${most(sql`before`)} as x
      from (
        select arm, cohort, is_robot, d, z, ${valueOf(sql`a`, sql`left_ms`)} as uncapped, ${valueOf(sql`p`, nothing)} as before
        from (${unitSql(question)}) as unit
      ) as unit
    ) as unit group by arm, cohort, is_robot`
}

/**
 * One row for each unit with events: its numerator and denominator values (a, d), and the same before its exposure (p,
 * z).
 */
const unitSql = (question: CohortQuestion): RawBuilder<unknown> => {
  const { measure, window, beforeMs, place, grainMs, fromMs, toMs, eventsBy, withoutRobots } = question
  const [over, under] = termsOf(measure)
  const begin = sql`exposure.first_at + ${intervalSql(window.fromMs)}`
  const end = sql`exposure.first_at + ${intervalSql(window.fromMs + window.lengthMs)}`
  const isAfter = beforeMs === null ? sql<boolean>`true` : sql<boolean>`track.at >= ${begin}`
  const isBefore = sql<boolean>`track.at < exposure.first_at`
  const during =
    beforeMs === null
      ? sql`track.at >= ${begin}`
      : sql`track.at >= exposure.first_at - ${intervalSql(beforeMs)} and (${isAfter} or ${isBefore})`
  const sumOf = (term: MeasuredTerm | undefined, when: RawBuilder<boolean>): Number => {
    if (term === undefined) return nothing
    const isIts = under === undefined ? sql`true` : trackPartCondition(term)
    return sql`coalesce(sum(${trackTermValue(term)}) filter (where ${when} and ${isIts}), 0)`
  }
  const before = (term: MeasuredTerm | undefined) => (beforeMs === null ? nothing : sumOf(term, isBefore))
  const firstMs = sql`(extract(epoch from (min(track.at) filter (where ${isAfter})) - exposure.first_at)::double precision * 1000)`
  const leftMs =
    measure.kind === 'time'
      ? sql`coalesce(${window.fromMs + window.lengthMs}::double precision - ${firstMs}, 0)`
      : nothing
  const isRobot = withoutRobots ? sql`count(*) filter (where ${isAfter}) > ${robotEvents(window.lengthMs)}` : sql`false`
  return sql`
    select exposure.arm, ${cohortOf(grainMs, fromMs)} as cohort, ${isRobot} as is_robot,
      ${sumOf(over, isAfter)} as a, ${sumOf(under, isAfter)} as d, ${before(over)} as p, ${before(under)} as z,
      ${leftMs} as left_ms
    from exposure join track on track.unit = exposure.unit and track.place = ${place}
      and ${during} and track.at < ${end}
      and track.at >= ${new Date(eventsFromMs(question))} and track.at < ${new Date(toMs + window.fromMs + window.lengthMs)}
      and ${under === undefined ? trackPartCondition(over) : sql`(${trackPartCondition(over)} or ${trackPartCondition(under)})`} ${trustedRowsSql(eventsBy, 'track')}
    where ${exposedSql(question)} group by exposure.run, exposure.unit`
}
