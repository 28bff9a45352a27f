import { sql } from 'kysely'
import type { ByArm, GuardQuestion, People } from '../../../shared/ramps/weigh-look.ts'
import type { Db, Tx } from '../../db/pool.ts'
import { conditionSql } from '../metrics/condition-queries.ts'
import { via } from '../telemetry/judge-batch.ts'

/** Whose word counts as that of a server: nobody outside can say it. */
const trustedVias = [via.server, via.otlp, via.source]

/** Runs a recount with room of its own: it may sort much, and compiles nothing for a single time. */
export const recounting = <T>(db: Db, count: (tx: Tx) => Promise<T>): Promise<T> =>
  db.transaction().execute(async (tx) => {
    await sql`select set_config('work_mem', '64MB', true), set_config('jit', 'off', true)`.execute(tx)
    return count(tx)
  })

type ArmRow = { arm: number; all: number; trusted: number }

const of = (rows: readonly ArmRow[], arm: number, which: 'all' | 'trusted'): number =>
  rows.find((row) => row.arm === arm)?.[which] ?? 0

/** The users who were reported, by arm (0 is the new variant): all, and those that servers told. */
export const peopleIn = async (db: Db, run: number): Promise<Omit<People, 'lastAt'>> => {
  const { rows } = await sql<ArmRow>`
    select arm, count(*)::int as all, count(*) filter (where via = any(${trustedVias}))::int as trusted
    from exposure where run = ${run} and not crossed group by arm`.execute(db)
  const units = (which: 'all' | 'trusted') => ({ treatment: of(rows, 0, which), control: of(rows, 1, which) })
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

type Asked = {
  run: number
  place: number
  /** The event's key is of this project. */
  projectId: string
  openedAt: Date
  now: Date
  question: GuardQuestion
  people: Omit<People, 'lastAt'>
}

/**
 * The exposed users who did it, by arm, of all rows anew: since their first exposure, within the window, as far as events
 * have arrived. Whoever was exposed by a page, or did it by a page's word, is not among those that servers told.
 */
export const whoDid = async (
  db: Db,
  { run, place, projectId, openedAt, now, question, people }: Asked,
): Promise<{ all: ByArm; trusted: ByArm }> => {
  const { event, atLeast, fromMs, lengthMs, lagMs, serversOnly, where = true } = question
  const declared = await db
    .selectFrom('trackedEvent')
    .select(['id', 'definition'])
    .where('projectId', '=', projectId)
    .where('key', '=', event)
    .executeTakeFirst()
  const until = new Date(now.getTime() - lagMs)
  const from = sql`exposure.first_at + ${fromMs / 1_000} * interval '1 second'`
  const end = lengthMs === null ? sql`` : sql`and track.at < ${from} + ${lengthMs / 1_000} * interval '1 second'`
  const { rows } = await sql<ArmRow>`
    select arm, count(*) filter (where times >= ${atLeast})::int as all,
      count(*) filter (where told_times >= ${atLeast})::int as trusted
    from (
      select exposure.arm, count(*) as times,
        count(*) filter (where track.via = any(${trustedVias}) and exposure.via = any(${trustedVias})) as told_times
      from exposure join track on track.unit = exposure.unit and track.at >= ${from} ${end}
      where exposure.run = ${run} and not exposure.crossed and track.place = ${place}
        and track.event = ${declared?.id ?? 0} and ${declared ? conditionSql(where, declared.definition) : sql<boolean>`false`}
        and track.at >= ${openedAt} and track.at <= ${until}
      group by exposure.unit, exposure.arm
    ) as unit group by arm`.execute(db)
  const byArm = (which: 'all' | 'trusted'): ByArm => ({
    treatment: { units: people[which].treatment, did: of(rows, 0, which) },
    control: { units: people[which].control, did: of(rows, 1, which) },
  })
  return { all: byArm(serversOnly ? 'trusted' : 'all'), trusted: byArm('trusted') }
}
