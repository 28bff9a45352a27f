import { sql } from 'kysely'
import type { ArmCounts, ByArm, People, ShareQuestion } from '../../../shared/ramps/guard-question.ts'
import type { Db, Tx } from '../../db/pool.ts'
import { conditionSql } from '../metrics/condition-queries.ts'
import { via } from '../telemetry/judge-batch.ts'

/** Whose word counts as that of a server: nobody outside can say it. */
export const trustedVias = [via.server, via.otlp, via.source]

/** Runs a recount with room of its own: it may keep much in memory, and compiles nothing for a single time. */
export const recounting = <T>(db: Db, count: (tx: Tx) => Promise<T>): Promise<T> =>
  db.transaction().execute(async (tx) => {
    await sql`select set_config('work_mem', '64MB', true), set_config('jit', 'off', true)`.execute(tx)
    return count(tx)
  })

type ArmRow = { arm: number; count: number }
type Units = People['all']

/** The users who were reported, by arm (0 is the new variant): all, and those that servers told. */
export const peopleIn = async (db: Db, run: number): Promise<Omit<People, 'lastAt'>> => {
  const { rows } = await sql<{ arm: number; all: number; trusted: number }>`
    select arm, count(*)::int as all, count(*) filter (where via = any(${trustedVias}))::int as trusted
    from exposure where run = ${run} and not crossed group by arm`.execute(db)
  const of = (arm: number, which: 'all' | 'trusted') => rows.find((row) => row.arm === arm)?.[which] ?? 0
  const units = (which: 'all' | 'trusted') => ({ treatment: of(0, which), control: of(1, which) })
  return { all: units('all'), trusted: units('trusted') }
}

/** When a program last said whom it gave what in a run; null where none did. */
export const lastReportOf = async (db: Db, place: number, run: number): Promise<Date | null> => {
  const row = await db
    .selectFrom('intakeCount')
    .select((eb) => eb.fn.max('lastAt').as('last'))
    .where('place', '=', place)
    .where('kind', '=', 'run')
    .where('subject', '=', String(run))
    .where('reason', '=', '')
    .executeTakeFirst()
  return row?.last ?? null
}

/** What rows of an environment carry; undefined where nothing was ever told of it. */
export const placeOf = async (db: Db, environmentId: string): Promise<number | undefined> => {
  const row = await db
    .selectFrom('measureKey')
    .select('place')
    .where('environmentId', '=', environmentId)
    .executeTakeFirst()
  return row?.place
}

/** What is asked of an open run. */
export type Asked<Question> = {
  run: number
  place: number
  /** The event's key is of this project. */
  projectId: string
  openedAt: Date
  now: Date
  question: Question
  people: Omit<People, 'lastAt'>
}

/**
 * The exposed users who did it, by arm, of all rows anew: since their first exposure, within the window, as far as events
 * have arrived. Whoever was exposed by a page, or did it by a page's word, is not among those that servers told.
 */
export const whoDid = async (
  db: Db,
  { run, place, projectId, openedAt, now, question, people }: Asked<ShareQuestion>,
): Promise<{ all: ByArm<ArmCounts>; trusted: ByArm<ArmCounts> }> => {
  const { event, atLeast, fromMs, lengthMs, lagMs, serversOnly, where = true } = question
  const declared = await declaredIn(db, projectId, event)
  if (!declared) return { all: byArm(people.all, []), trusted: byArm(people.trusted, []) }
  const until = new Date(now.getTime() - lagMs)
  const from = sql`exposure.first_at + ${fromMs / 1_000} * interval '1 second'`
  const end = lengthMs === null ? sql`` : sql`and track.at < ${from} + ${lengthMs / 1_000} * interval '1 second'`
  const counts = sql<boolean>`track.place = ${place} and track.event = ${declared.id}
    and track.at >= ${openedAt} and track.at <= ${until} and ${conditionSql(where, declared.definition)}`
  const of = async (told: boolean) => {
    const [exposedBy, saidBy] = told
      ? [sql`and exposure.via = any(${trustedVias})`, sql`and track.via = any(${trustedVias})`]
      : [sql``, sql``]
    const its = sql`track.unit = exposure.unit and track.at >= ${from} ${end} and ${counts} ${saidBy}`
    const exposed = sql`exposure.run = ${run} and not exposure.crossed ${exposedBy}`
    // where one row is enough nothing is grouped, and workers of the database share the rows
    const { rows } = await (atLeast === 1
      ? sql<ArmRow>`
          select exposure.arm, count(*)::int as count from exposure
          where ${exposed} and exists (select from track where ${its}) group by exposure.arm`
      : sql<ArmRow>`
          select arm, count(*)::int as count from (
            select exposure.arm from exposure join track on ${its} where ${exposed}
            group by exposure.unit, exposure.arm having count(*) >= ${atLeast}
          ) as unit group by arm`
    ).execute(db)
    return rows
  }
  if (serversOnly) {
    const trusted = byArm(people.trusted, await of(true))
    return { all: trusted, trusted }
  }
  const all = byArm(people.all, await of(false))
  const isTold =
    people.all.treatment === people.trusted.treatment &&
    people.all.control === people.trusted.control &&
    !(await didPagesSay(db, [declared.id], openedAt))
  return { all, trusted: isTold ? all : byArm(people.trusted, await of(true)) }
}

const byArm = (units: Units, rows: readonly ArmRow[]): ByArm<ArmCounts> => {
  const did = (arm: number) => rows.find((row) => row.arm === arm)?.count ?? 0
  return {
    treatment: { units: units.treatment, did: did(0) },
    control: { units: units.control, did: did(1) },
  }
}

/** An event of a project as it is declared. */
export const declaredIn = (db: Db, projectId: string, event: string) =>
  db
    .selectFrom('trackedEvent')
    .select(['id', 'definition'])
    .where('projectId', '=', projectId)
    .where('key', '=', event)
    .executeTakeFirst()

/** Whether pages sent any of some events since then. */
export const didPagesSay = async (db: Db, events: readonly number[], since: Date): Promise<boolean> => {
  const { rows } = await sql`
    select from track where event = any(${events}) and at >= ${since} and via = ${via.client} limit 1`.execute(db)
  return rows.length > 0
}
