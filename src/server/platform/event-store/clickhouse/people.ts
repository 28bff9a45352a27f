import type { Db } from '../../db/pool.ts'
import { type PeopleRow, peopleOf } from '../people-rows.ts'
import { sourcesByTrust } from '../rows.ts'
import type { CohortPeople, ExposureQuery, FirstEventsQuestion } from '../store.ts'
import type { ClickHouse } from './connect.ts'
import { cohortOf, exposedSql, integerLiteral, list, partCondition, trustCondition } from './parts.ts'
import { withVisibleReads } from './slices.ts'

/** Counts exposed units by arm and cohort. */
export async function readClickHouseUsers(
  clickhouse: ClickHouse,
  { run, grainMs, fromMs, toMs }: Omit<ExposureQuery, 'exposuresBy'> & { readonly grainMs: number | null },
): Promise<CohortPeople[]> {
  const rows = await clickhouse.ask<Omit<PeopleRow, 'via'> & { told: number; isCrossed: number | boolean }>(`
    select ${cohortOf(grainMs, fromMs)} as cohort, its_arm as arm, is_crossed as isCrossed, told, toUInt32(count()) as n
    from (
      select min(arm) as its_arm, its_arm <> max(last_arm) as is_crossed, min(first_at) as first, min(trust) as told
      from exposure where run = ${run} group by unit having first >= ${integerLiteral(fromMs)} and first < ${integerLiteral(toMs)}
    ) group by cohort, its_arm, is_crossed, told order by cohort, arm`)
  return peopleOf(
    rows.map(({ told, isCrossed, ...row }) => ({
      ...row,
      crossed: Boolean(isCrossed),
      via: sourcesByTrust[told] ?? 0,
    })),
  )
}

/** Counts, by arm, the exposed units that had the event since their first exposure. */
export async function firstEvents(
  clickhouse: ClickHouse,
  db: Db,
  { run, place, part, atLeast, window, exposuresBy, eventsBy, sinceMs, untilMs }: FirstEventsQuestion,
): Promise<{ arm: number; n: number }[]> {
  const from = `first + ${integerLiteral(window.fromMs)}`
  const always = Date.UTC(9999, 0)
  const end = window.lengthMs === null ? '' : `and track.at < ${from} + ${integerLiteral(window.lengthMs)}`
  return withVisibleReads(db, place, [part.event], (inForce) =>
    clickhouse.ask(`
    select arm, toUInt32(count()) as n from (
      select any(its_arm) as arm from track final
      inner join (${exposedSql({ run, exposuresBy, fromMs: 0, toMs: always })}) as exposed on track.unit = exposed.unit
      where track.place = ${place} and ${partCondition(part)} and track.at >= ${from} ${end}
        and track.at >= ${integerLiteral(sinceMs)} and track.at <= ${integerLiteral(untilMs)} and ${trustCondition(eventsBy)} and ${inForce}
      group by track.unit having count() >= ${atLeast}
    ) group by arm`),
  )
}

/** Returns whether any of these events came from a client key since then. */
export async function hasClientEventsIn(
  clickhouse: ClickHouse,
  events: readonly number[],
  since: Date,
): Promise<boolean> {
  const rows = await clickhouse.ask(
    `select 1 as one from track where event in ${list(events)} and at >= ${integerLiteral(since.getTime())} and via = 1 limit 1`,
  )
  return rows.length > 0
}
