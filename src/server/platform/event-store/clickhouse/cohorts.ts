import type { Db } from '../../db/pool.ts'
import { type SumsRow, type UnitsRow, withSums } from '../cohort-rows.ts'
import { eventsFromMs, robotEvents, termsOf } from '../question.ts'
import type { CohortQuestion, CohortSums, MeasuredTerm } from '../store.ts'
import type { ClickHouse } from './connect.ts'
import { cohortOf, exposedSql, float, integerLiteral, list, partCondition, termValue, trustCondition } from './parts.ts'
import { withVisibleReads } from './slices.ts'

/** Sums over the units of each arm and cohort. Gives the same results as the PostgreSQL store. */
export async function cohortSums(clickhouse: ClickHouse, db: Db, question: CohortQuestion): Promise<CohortSums[]> {
  const units = await clickhouse.ask<UnitsRow>(`
    select its_arm as arm, ${cohortOf(question.grainMs, question.fromMs)} as cohort, toUInt32(count()) as n
    from (${exposedSql(question)}) group by arm, cohort order by cohort, arm`)
  if (units.length === 0) return []
  const rows = await withVisibleReads(db, question.place, eventsOf(question), (inForce) =>
    clickhouse.ask<Omit<SumsRow, 'isRobot'> & { isRobot: number | boolean }>(sumsSql(question, inForce)),
  )
  const told = rows.map((row) => ({ ...row, isRobot: Boolean(row.isRobot) }))
  return withSums(question, units, told)
}

const nothing = 'toFloat64(0)'

const eventsOf = ({ measure }: CohortQuestion): number[] =>
  termsOf(measure).flatMap((term) => (term === undefined ? [] : [term.event]))

const sumsSql = (question: CohortQuestion, inForce: string): string => {
  const { measure, cap } = question
  const most = (of: string) => (cap === null ? of : `least(${of}, ${float(cap)})`)
  const valueOf = (done: string, left: string): string => {
    if (measure.kind === 'time') return left
    if (measure.kind !== 'proportion' && measure.kind !== 'retention') return done
    return `toFloat64(${done} >= ${measure.kind === 'proportion' ? measure.atLeast : 1})`
  }
  return `
    select arm, cohort, is_robot as isRobot, toUInt32(count()) as n, toUInt32(countIf(y0 <> 0)) as withY,
      toUInt32(countIf(d0 <> 0)) as withD, toUInt32(countIf(y0 < uncapped)) as capped,
      sum(y0) as y, sum(y0 * y0) as yy, sum(uncapped) as uncappedY, sum(uncapped * uncapped) as uncappedYy,
      sum(d0) as d, sum(d0 * d0) as dd, sum(y0 * d0) as yd, sum(x0) as x, sum(x0 * x0) as xx, sum(x0 * y0) as xy,
      sum(z0) as z, sum(z0 * z0) as zz, sum(x0 * z0) as xz, sum(y0 * z0) as yz, sum(x0 * d0) as xd, sum(d0 * z0) as dz
    from (
      select arm, cohort, is_robot, d0, z0, ${valueOf('a', 'left_ms')} as uncapped, ${most('uncapped')} as y0,
        ${most(valueOf('p', nothing))} as x0
      from (${unitSql(question, inForce)})
    ) group by arm, cohort, is_robot`
}

/**
 * One row for each unit with events: its numerator and denominator values (a, d0), and the same before its exposure (p,
 * z0).
 */
const unitSql = (question: CohortQuestion, inForce: string): string => {
  const { measure, window, beforeMs, place, grainMs, fromMs, toMs, eventsBy, withoutRobots } = question
  const [over, under] = termsOf(measure)
  const begin = `first + ${integerLiteral(window.fromMs)}`
  const endMs = window.fromMs + window.lengthMs
  const isAfter = `track.at >= ${begin}`
  const isBefore = 'track.at < first'
  const during =
    beforeMs === null ? isAfter : `track.at >= first - ${integerLiteral(beforeMs)} and (${isAfter} or ${isBefore})`
  const sumOf = (term: MeasuredTerm | undefined, when: string): string =>
    term === undefined
      ? nothing
      : `ifNull(sumIf(${termValue(term)}, ${when} and ${under === undefined ? 'true' : partCondition(term)}), 0)`
  const before = (term: MeasuredTerm | undefined) => (beforeMs === null ? nothing : sumOf(term, isBefore))
  const left =
    measure.kind === 'time'
      ? `if(countIf(${isAfter}) = 0, ${nothing}, toFloat64(${integerLiteral(endMs)} - minIf(track.at, ${isAfter}) + first))`
      : nothing
  return `
    select any(its_arm) as arm, any(${cohortOf(grainMs, fromMs)}) as cohort,
      ${withoutRobots ? `countIf(${isAfter}) > ${robotEvents(window.lengthMs)}` : 'false'} as is_robot,
      ${sumOf(over, isAfter)} as a, ${sumOf(under, isAfter)} as d0, ${before(over)} as p, ${before(under)} as z0, ${left} as left_ms
    from track final inner join (${exposedSql(question)}) as exposed on track.unit = exposed.unit
    where track.place = ${place} and track.event in ${list(eventsOf(question))}
      and track.at >= ${integerLiteral(eventsFromMs(question))} and track.at < ${integerLiteral(toMs + endMs)}
      and ${during} and track.at < first + ${integerLiteral(endMs)}
      and (${partCondition(over)}${under === undefined ? '' : ` or ${partCondition(under)}`}) and ${trustCondition(eventsBy)}
      and ${inForce}
    group by track.unit, first`
}
