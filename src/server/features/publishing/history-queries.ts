import { sql } from 'kysely'
import type { FlagDocument } from '../../../shared/schemas/flag.ts'
import type { SegmentDocument } from '../../../shared/schemas/segment.ts'
import type { Db } from '../../platform/db/pool.ts'
import type { ProvenEnvironment } from '../../platform/kernel/scope.ts'
import { type Subject, subjectsTable } from './subject-queries.ts'

export type DatedDocument = Subject & { number: number; document: FlagDocument | SegmentDocument }

/** The documents of the given subjects at revision `number`. Missing ones are omitted. */
export const documentsAt = async (
  db: Db,
  environment: ProvenEnvironment,
  number: number,
  subjects: readonly Subject[],
): Promise<DatedDocument[]> => {
  if (subjects.length === 0) return []
  const { rows } = await sql<DatedDocument>`
    select subject.kind, subject.key, entry.number, entry.document
    from ${subjectsTable(subjects)} as subject(kind, key)
    cross join lateral (
      select number, document from entry
      where environment_id = ${environment.id} and kind = subject.kind and key = subject.key and number <= ${number}
      order by number desc limit 1
    ) as entry
    where entry.document is not null
    order by subject.kind, subject.key collate "C"`.execute(db)
  return rows
}

/** Number of the environment's newest revision. 0 before the first. */
export const headNumberOf = async (db: Db, environment: ProvenEnvironment): Promise<number> => {
  const row = await db
    .selectFrom('environment')
    .select('headNumber')
    .where('id', '=', environment.id)
    .executeTakeFirstOrThrow()
  return row.headNumber
}

/** All documents of the environment at revision `number`, each with the revision that last touched it. */
export const allDocumentsAt = async (db: Db, environment: ProvenEnvironment, number: number) =>
  (await documentsLeftBy(environment, number).execute(db)).rows

/** The documents of the given subjects at revision `number`, each with the time it was published. */
export const datedDocumentsOf = async (
  db: Db,
  environment: ProvenEnvironment,
  number: number,
  subjects: readonly Subject[],
): Promise<(DatedDocument & { publishedAt: Date })[]> => {
  if (subjects.length === 0) return []
  const { rows } = await sql<DatedDocument & { publishedAt: Date }>`
    select subject.kind, subject.key, entry.number, entry.document, revision.published_at
    from ${subjectsTable(subjects)} as subject(kind, key)
    cross join lateral (
      select number, document from entry
      where environment_id = ${environment.id} and kind = subject.kind and key = subject.key and number <= ${number}
      order by number desc limit 1
    ) as entry
    join revision on revision.environment_id = ${environment.id} and revision.number = entry.number
    where entry.document is not null`.execute(db)
  return rows
}

/**
 * A head that is not newer than the revision is its document. All other subjects have a newer head or were removed, so
 * their newest entry up to the revision is read.
 */
const documentsLeftBy = ({ id }: ProvenEnvironment, number: number) => sql<DatedDocument>`
  select kind, key, number, document from head where environment_id = ${id} and number <= ${number}
  union all
  select subject.kind, subject.key, entry.number, entry.document
  from (
    select kind, key from head where environment_id = ${id} and number > ${number}
    union
    select kind, key from entry where environment_id = ${id} and document is null
    except
    select kind, key from head where environment_id = ${id} and number <= ${number}
  ) as subject
  cross join lateral (
    select number, document from entry
    where environment_id = ${id} and kind = subject.kind and key = subject.key and number <= ${number}
    order by number desc limit 1
  ) as entry
  where entry.document is not null`

/**
 * The documents of one subject in these revisions. Null if a revision removed it. Revisions that did not touch it are
 * omitted.
 */
export const entriesOf = async (
  db: Db,
  environment: ProvenEnvironment,
  { kind, key }: Subject,
  numbers: readonly number[],
) => {
  if (numbers.length === 0) return []
  return db
    .selectFrom('entry')
    .select(['number', 'document'])
    .where('environmentId', '=', environment.id)
    .where('kind', '=', kind)
    .where('key', '=', key)
    .where('number', 'in', numbers)
    .execute()
}

export const findRevision = (db: Db, environment: ProvenEnvironment, number: number) =>
  db
    .selectFrom('revision')
    .select(['number', 'publishedAt', 'digest'])
    .where('environmentId', '=', environment.id)
    .where('number', '=', number)
    .executeTakeFirst()

/** The newest revision at a past time. Undefined before the first. */
export const revisionAt = (db: Db, environment: ProvenEnvironment, at: Date) =>
  db
    .selectFrom('revision')
    .select(['number', 'publishedAt', 'digest'])
    .where('environmentId', '=', environment.id)
    .where('publishedAt', '<=', at)
    .orderBy('publishedAt', 'desc')
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()

export const createdAtOf = (db: Db, environment: ProvenEnvironment) =>
  db.selectFrom('environment').select('createdAt').where('id', '=', environment.id).executeTakeFirstOrThrow()

/** The subjects touched by revisions after `from`, up to and including `to`, without duplicates. */
export const subjectsTouchedBetween = (
  db: Db,
  environment: ProvenEnvironment,
  from: number,
  to: number,
  only: { kind?: Subject['kind'] | undefined; key?: string | undefined } = {},
) =>
  db
    .selectFrom('entry')
    .select(['kind', 'key'])
    .distinct()
    .where('environmentId', '=', environment.id)
    .where('number', '>', from)
    .where('number', '<=', to)
    .$if(only.kind !== undefined, (query) => query.where('kind', '=', only.kind ?? 'flag'))
    .$if(only.key !== undefined, (query) => query.where('key', '=', only.key ?? ''))
    .orderBy('kind')
    .orderBy('key')
    .execute()

export type HeadDifference = Subject & {
  before: DatedDocument['document'] | null
  after: DatedDocument['document'] | null
}

/** Subjects whose heads differ as text between two environments: `before` in `to`, `after` in `from`. */
export const headDifferences = async (
  db: Db,
  from: ProvenEnvironment,
  to: ProvenEnvironment,
  after: Subject | undefined,
  limit: number,
): Promise<HeadDifference[]> => {
  const behind = after ? sql`and (kind, key collate "C") > (${after.kind}, ${after.key})` : sql``
  const { rows } = await sql<HeadDifference>`
    select kind, key, there.document as before, here.document as after
    from (select kind, key, document from head where environment_id = ${from.id}) as here
    full join (select kind, key, document from head where environment_id = ${to.id}) as there using (kind, key)
    where here.document::text is distinct from there.document::text ${behind}
    order by kind, key collate "C" limit ${limit}`.execute(db)
  return rows
}
