import { type Insertable, sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/pool.ts'
import type { SegmentTable } from '../../platform/db/schema.ts'
import type { ProvenProject } from '../../platform/kernel/scope.ts'

const columns = ['id', 'key', 'name', 'description', 'createdAt', 'archivedAt'] as const

/** The project's live segments, ordered by key. */
export const segmentsOf = (db: Db, project: ProvenProject) =>
  db
    .selectFrom('segment')
    .select(columns)
    .where('projectId', '=', project.id)
    .where('archivedAt', 'is', null)
    .orderBy('key')
    .execute()

/** One segment by its key. */
export const findSegment = (db: Db, project: ProvenProject, key: string) =>
  db.selectFrom('segment').select(columns).where('projectId', '=', project.id).where('key', '=', key).executeTakeFirst()

export const insertSegment = (tx: Tx, segment: Insertable<SegmentTable>) =>
  tx.insertInto('segment').values(segment).execute()

/** The heads of one segment with their environments. */
export const segmentHeadsOf = (db: Db, project: ProvenProject, key: string) =>
  db
    .selectFrom('head')
    .innerJoin('environment', 'environment.id', 'head.environmentId')
    .select(['environment.key as environment', 'head.number', 'head.document'])
    .where('environment.projectId', '=', project.id)
    .where('head.kind', '=', 'segment')
    .where('head.key', '=', key)
    .execute()

/** The flags and segments that name the segment in any environment, ordered by key. */
export const usersOf = (db: Db, project: ProvenProject, key: string) =>
  db
    .selectFrom('reference')
    .innerJoin('environment', 'environment.id', 'reference.environmentId')
    .select(['reference.kind', 'reference.key'])
    .distinct()
    .where('environment.projectId', '=', project.id)
    .where('reference.toKind', '=', 'segment')
    .where('reference.toKey', '=', key)
    .orderBy('reference.key')
    .execute()

/** Inserts many at once. */
export const insertSegments = (tx: Tx, segments: readonly Insertable<SegmentTable>[]) =>
  tx
    .insertInto('segment')
    .values([...segments])
    .execute()

/** Deletes the rows of segments; whoever does has published that they are gone. */
export const deleteSegments = (tx: Tx, project: ProvenProject, keys: readonly string[]) =>
  tx
    .deleteFrom('segment')
    .where('projectId', '=', project.id)
    .where('key', '=', sql<string>`any(${[...keys]}::text[])`)
    .execute()
