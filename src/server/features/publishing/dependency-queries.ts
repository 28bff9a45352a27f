import { sql } from 'kysely'
import type { Documents } from '../../../shared/datafile/answer-forms.ts'
import { referencesOf } from '../../../shared/datafile/references.ts'
import type { Entry } from '../../../shared/features/publishing/schemas/revision.ts'
import type { FlagDocument } from '../../../shared/schemas/flag.ts'
import type { SegmentDocument } from '../../../shared/schemas/segment.ts'
import type { Db } from '../../platform/db/pool.ts'
import type { ProvenEnvironment } from '../../platform/kernel/scope.ts'
import { documentsAt } from './history-queries.ts'
import { type Subject, subjectsTable } from './subject-queries.ts'

/**
 * The current documents that a publish depends on: its subjects, their dependents at any depth, and everything that
 * these and the new documents refer to.
 */
export const publishDependenciesOf = async (
  db: Db,
  environment: Pick<ProvenEnvironment, 'id'>,
  entries: readonly Entry[],
): Promise<Documents> => {
  const named = entries.flatMap(({ document }) => (document === null ? [] : referencesOf(document)))
  const { rows } = await sql<Subject & { document: FlagDocument | SegmentDocument }>`
    with recursive "user"(kind, key) as (
      select * from ${subjectsTable(entries)}
      union select reference.kind, reference.key from "user" join reference
        on environment_id = ${environment.id} and to_kind = "user".kind and to_key = "user".key
    ),
    place(kind, key) as (
      select kind, key from "user"
      union select * from ${subjectsTable(named)}
      union
      select to_kind, to_key from place join reference
        on environment_id = ${environment.id} and reference.kind = place.kind and reference.key = place.key
    )
    select head.kind, head.key, head.document from place join head
      on head.environment_id = ${environment.id} and head.kind = place.kind and head.key = place.key`.execute(db)
  return new Map(rows.map(({ kind, key, document }) => [`${kind}/${key}`, document]))
}

/** The documents of the given subjects and all their dependencies at revision `number`. */
export async function dependenciesAtRevision(
  db: Db,
  environment: ProvenEnvironment,
  number: number,
  subjects: readonly Subject[],
): Promise<Documents> {
  const found = new Map<string, FlagDocument | SegmentDocument>()
  const asked = new Set<string>()
  let level: Subject[] = [...subjects]
  while (level.length > 0) {
    for (const { kind, key } of level) asked.add(`${kind}/${key}`)
    const rows = await documentsAt(db, environment, number, level)
    for (const { kind, key, document } of rows) found.set(`${kind}/${key}`, document)
    const next = new Map(
      rows.flatMap(({ document }) => referencesOf(document)).map((to) => [`${to.kind}/${to.key}`, to]),
    )
    level = [...next].flatMap(([place, subject]) => (asked.has(place) ? [] : [subject]))
  }
  return found
}

/**
 * The newest revision that touched one of the subjects or, with a `number`, the first after it. Undefined if there is
 * none.
 */
export const revisionTouching = async (
  db: Db,
  environment: ProvenEnvironment,
  subjects: readonly Subject[],
  after: number | undefined,
): Promise<{ number: number; publishedAt: Date } | undefined> => {
  const order = after === undefined ? sql`desc` : sql`asc`
  const { rows } = await sql<{ number: number; publishedAt: Date }>`
    select entry.number, revision.published_at
    from ${subjectsTable(subjects)} as subject(kind, key)
    join entry on entry.environment_id = ${environment.id} and entry.kind = subject.kind and entry.key = subject.key
    join revision on revision.environment_id = ${environment.id} and revision.number = entry.number
    where entry.number > ${after ?? 0}
    order by entry.number ${order} limit 1`.execute(db)
  return rows[0]
}

/** The revision that was current when the environment began to require approvals. Null if it requires none. */
export const approvalsRequiredSince = async (
  db: Db,
  environment: Pick<ProvenEnvironment, 'id'>,
): Promise<number | null> => {
  const row = await db
    .selectFrom('environment')
    .select('approvedFrom')
    .where('id', '=', environment.id)
    .executeTakeFirst()
  return row?.approvedFrom ?? null
}
