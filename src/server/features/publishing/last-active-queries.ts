import { sql } from 'kysely'
import type { Db } from '../../platform/db/pool.ts'
import type { ProvenEnvironment } from '../../platform/kernel/scope.ts'

/** The last revision in which each given flag was on, grouped by revision. Flags that were never on are omitted. */
export const lastActiveRevisionsOf = async (
  db: Db,
  environment: ProvenEnvironment,
  flags: readonly string[],
): Promise<{ number: number; flags: string[] }[]> => {
  const { rows } = await sql<{ number: number; flags: string[] }>`
    select ended.number - 1 as number, array_agg(turned.key order by turned.key) as flags from unnest(${flags}::text[]) as turned(key)
    cross join lateral (
      select number from entry
      where environment_id = ${environment.id} and kind = 'flag' and entry.key = turned.key
        and document is not null and (document ->> 'on')::boolean
      order by number desc limit 1
    ) as last_on
    cross join lateral (
      select number from entry
      where environment_id = ${environment.id} and kind = 'flag' and entry.key = turned.key and number > last_on.number
      order by number limit 1
    ) as ended
    group by ended.number
    order by ended.number`.execute(db)
  return rows
}

/** Promises that were knowingly broken after a revision by more than turning flags off. */
export const invariantsBrokenSince = async (
  db: Db,
  environment: ProvenEnvironment,
  number: number,
): Promise<Set<string>> => {
  const { rows } = await sql<{ promise: string }>`
    select distinct promise from revision_breach
    where environment_id = ${environment.id} and number > ${number} and reason is not null and exists (
      select from entry
      where entry.environment_id = revision_breach.environment_id and entry.number = revision_breach.number
        and (kind = 'segment' or document is null or (document ->> 'on')::boolean))`.execute(db)
  return new Set(rows.map(({ promise }) => promise))
}
