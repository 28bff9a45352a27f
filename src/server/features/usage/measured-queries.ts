import { sql } from 'kysely'
import type { RunKind } from '../../../shared/features/runs/schemas/run.ts'
import type { TrackedDefinition } from '../../../shared/features/usage/schemas/tracked.ts'
import { limits } from '../../../shared/limits.ts'
import type { Rule } from '../../../shared/schemas/flag.ts'
import type { Db } from '../../platform/db/pool.ts'

/** The environment's number in the event store and its encrypted digest key. Created with `sealed` if missing. */
export const measureKeyOf = async (
  db: Db,
  environmentId: string,
  seal: () => string,
): Promise<{ place: number; sealed: string }> => {
  const find = () =>
    db
      .selectFrom('measureKey')
      .select(['place', 'sealed'])
      .where('environmentId', '=', environmentId)
      .executeTakeFirst()
  const known = await find()
  if (known) return known
  await sql`
    insert into measure_key (environment_id, sealed) select id, ${seal()} from environment where id = ${environmentId}
    on conflict do nothing`.execute(db)
  const made = await find()
  if (!made) throw new Error('the environment is gone')
  return made
}

export type MeasuredRow = {
  projectId: string
  events: { id: number; key: string; definition: TrackedDefinition }[]
  runs: {
    id: number
    kind: RunKind
    number: number
    flag: string
    salt: string
    arms: string[]
    rule: Rule
    openedAt: string | null
    endedAt: string | null
  }[]
  undeclared: string[]
}

/**
 * What an environment's reports may name: declared events, runs that are open or ended so recently that reports may be
 * under way, and names rejected as undeclared.
 */
export const readReportableOf = async (
  db: Db,
  environmentId: string,
  place: number,
  now: Date,
): Promise<MeasuredRow | undefined> => {
  const since = new Date(now.getTime() - limits.eventsLateMs)
  const { rows } = await sql<MeasuredRow>`
    select project_id,
      (select coalesce(json_agg(json_build_object('id', id, 'key', key, 'definition', definition)), '[]')
        from tracked_event where tracked_event.project_id = environment.project_id and archived_at is null) as events,
      (select coalesce(json_agg(json_build_object('id', id, 'kind', kind, 'number', number, 'flag', flag, 'salt', salt, 'arms', arms,
          'rule', rule, 'openedAt', opened_at, 'endedAt', ended_at)), '[]')
        from run where environment_id = environment.id and rule ->> 'run' is not null
        and (state = 'open' or ended_at > ${since})) as runs,
      (select coalesce(json_agg(distinct subject), '[]') from intake_count
        where place = ${place} and kind = 'event' and reason = 'undeclared') as undeclared
    from environment where id = ${environmentId}`.execute(db)
  return rows[0]
}
