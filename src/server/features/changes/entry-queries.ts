import { sql } from 'kysely'
import type { FlagDocument } from '../../../shared/schemas/flag.ts'
import type { SegmentDocument } from '../../../shared/schemas/segment.ts'
import type { Db } from '../../platform/db/pool.ts'

/** The subject of a proposed entry and the revision it is based on. */
type ProposedSubject = { environmentId: string; kind: 'flag' | 'segment'; key: string; base: number }

const proposedSubjectsTable = (places: readonly ProposedSubject[]) => {
  const column = <T>(of: (one: ProposedSubject) => T) => places.map(of)
  return sql`unnest(
    ${column((one) => one.environmentId)}::uuid[], ${column((one) => one.kind)}::text[],
    ${column((one) => one.key)}::text[], ${column((one) => one.base)}::int[]
  ) with ordinality as place (environment_id, kind, key, base, at)`
}

/** The document of each subject at its base revision, in order. Undefined if it did not exist. */
export const documentsAtBases = async (
  db: Db,
  places: readonly ProposedSubject[],
): Promise<(FlagDocument | SegmentDocument | undefined)[]> => {
  const { rows } = await sql<{ at: string; document: FlagDocument | SegmentDocument }>`
    select place.at, entry.document
    from ${proposedSubjectsTable(places)}
    cross join lateral (
      select document from entry
      where environment_id = place.environment_id and kind = place.kind and key = place.key and number <= place.base
      order by number desc limit 1
    ) as entry
    where entry.document is not null`.execute(db)
  const found = new Map(rows.map(({ at, document }) => [Number(at), document]))
  return places.map((_, index) => found.get(index + 1))
}

/** For each subject, the subjects that depend on it at any depth, in order. */
export const dependentsOfEach = async (db: Db, places: readonly ProposedSubject[]) => {
  const { rows } = await sql<{ at: string; kind: 'flag' | 'segment'; key: string }>`
    with recursive touched(at, environment_id, kind, key) as (
      select at, environment_id, kind, key from ${proposedSubjectsTable(places)}
      union
      select touched.at, touched.environment_id, r.kind, r.key from touched
      join reference r on r.environment_id = touched.environment_id and r.to_kind = touched.kind and r.to_key = touched.key
    )
    select at, kind, key from touched order by at, kind, key`.execute(db)
  return places.map((place, index) =>
    rows
      .filter(({ at, kind, key }) => Number(at) === index + 1 && (kind !== place.kind || key !== place.key))
      .map(({ kind, key }) => ({ kind, key })),
  )
}
