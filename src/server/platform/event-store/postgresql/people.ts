import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import { type PeopleRow, peopleOf } from '../people-rows.ts'
import type { EventStore, FirstEventsQuestion } from '../store.ts'
import { cohortOf } from './cohorts.ts'
import { intervalSql, trackPartCondition, trustedRowsSql, withAggregationMemory } from './parts.ts'

/** Counts exposed units by arm and cohort. */
export const readPostgresqlUsers: EventStore['people'] = (db, { run, grainMs, fromMs, toMs }) =>
  withAggregationMemory(db, async (tx) => {
    const { rows } = await sql<Omit<PeopleRow, 'cohort'> & { cohort: Date }>`
    select ${cohortOf(grainMs, fromMs)} as cohort, arm, crossed, via, count(*)::int as n from exposure
    where run = ${run} and first_at >= ${new Date(fromMs)} and first_at < ${new Date(toMs)}
    group by 1, 2, 3, 4 order by 1, 2`.execute(tx)
    return peopleOf(rows.map(({ cohort, ...row }) => ({ ...row, cohort: cohort.getTime() })))
  })

type ArmRow = { arm: number; n: number }

/** Counts, by arm, the exposed units that had the event since their first exposure. */
export const firstEvents = (db: Db, question: FirstEventsQuestion): Promise<ArmRow[]> =>
  withAggregationMemory(db, async (tx) => {
    const { run, place, part, atLeast, window, exposuresBy, eventsBy, sinceMs, untilMs } = question
    const from = sql`exposure.first_at + ${intervalSql(window.fromMs)}`
    const end = window.lengthMs === null ? sql`` : sql`and track.at < ${from} + ${intervalSql(window.lengthMs)}`
    const its = sql`track.unit = exposure.unit and track.at >= ${from} ${end} and track.place = ${place} and ${trackPartCondition(part)}
    and track.at >= ${new Date(sinceMs)} and track.at <= ${new Date(untilMs)} ${trustedRowsSql(eventsBy, 'track')}`
    const exposed = sql`exposure.run = ${run} and not exposure.crossed ${trustedRowsSql(exposuresBy, 'exposure')}`
    // If one row is enough, no grouping is needed, and PostgreSQL can scan in parallel.
    const { rows } = await (atLeast === 1
      ? sql<ArmRow>`
        select exposure.arm, count(*)::int as n from exposure
        where ${exposed} and exists (select from track where ${its}) group by exposure.arm`
      : sql<ArmRow>`
        select arm, count(*)::int as n from (
          select exposure.arm from exposure join track on ${its} where ${exposed}
          group by exposure.unit, exposure.arm having count(*) >= ${atLeast}
        ) as unit group by arm`
    ).execute(tx)
    return rows
  })

/** Whether any of these events came from a client key since then. */
export const hasClientEvents: EventStore['saidByPages'] = async (db, events, since) => {
  const { rows } = await sql`
    select from track where event = any(${events}::int[]) and at >= ${since} and via = 1 limit 1`.execute(db)
  return rows.length > 0
}
