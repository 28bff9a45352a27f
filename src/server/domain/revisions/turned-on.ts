import { sql } from 'kysely'
import type { FlagDocument } from '../../../shared/schemas/flag.ts'
import type { Entry } from '../../../shared/schemas/revision.ts'
import type { SegmentDocument } from '../../../shared/schemas/segment.ts'
import type { Db } from '../../db/pool.ts'
import type { ProvenEnvironment } from '../../kernel/scope.ts'
import { groundAt } from './ground-queries.ts'
import type { Subject } from './subject-queries.ts'

type Documented = Subject & { readonly document: FlagDocument | SegmentDocument | null }

/** What an environment held when flags that are turned on now were last on, and after which revision that ended. */
export type LastOn = { readonly number: number; readonly places: readonly Documented[] }

/**
 * What is turned on was off by a publish that nothing refuses: it is compared with what it was when it was last on, too, or
 * whatever is edited while it is off would be no worse than off. One for each revision that turned some of them off.
 */
export async function lastOn(
  db: Db,
  environment: ProvenEnvironment,
  entries: readonly Entry[],
  places: readonly Documented[],
): Promise<LastOn[]> {
  const isOn = new Set(places.flatMap(({ kind, key, document }) => (kind === 'flag' && on(document) ? [key] : [])))
  const turned = entries.flatMap(({ kind, key, document }) =>
    kind === 'flag' && on(document) && !isOn.has(key) ? [key] : [],
  )
  if (turned.length === 0) return []
  const subjects = places.map(({ kind, key }) => ({ kind, key }))
  const found: LastOn[] = []
  for (const number of await turnedOffAfter(db, environment, turned)) {
    const ground = await groundAt(db, environment, number, subjects)
    found.push({
      number,
      places: [...ground].map(([place, document]) => ({
        kind: place.startsWith('flag/') ? 'flag' : 'segment',
        key: document.key,
        document,
      })),
    })
  }
  return found
}

const on = (document: FlagDocument | SegmentDocument | null): boolean =>
  document !== null && 'on' in document && document.on

/** The numbers of the revisions before those that turned flags off last; of a flag that was never on, none. */
const turnedOffAfter = async (db: Db, environment: ProvenEnvironment, flags: readonly string[]): Promise<number[]> => {
  const { rows } = await sql<{ number: number }>`
    select distinct ended.number - 1 as number from unnest(${flags}::text[]) as turned(key)
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
    order by number`.execute(db)
  return rows.map(({ number }) => number)
}

/** The promises that somebody broke knowingly after a revision, by more than turning flags off. */
export const brokenSince = async (db: Db, environment: ProvenEnvironment, number: number): Promise<Set<string>> => {
  const { rows } = await sql<{ promise: string }>`
    select distinct promise from revision_breach
    where environment_id = ${environment.id} and number > ${number} and reason is not null and exists (
      select from entry
      where entry.environment_id = revision_breach.environment_id and entry.number = revision_breach.number
        and (kind = 'segment' or document is null or (document ->> 'on')::boolean))`.execute(db)
  return new Set(rows.map(({ promise }) => promise))
}
