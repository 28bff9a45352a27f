import { type Insertable, sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/pool.ts'
import type { SegmentTable } from '../../platform/db/schema.ts'
import type { ProvenProject } from '../../platform/kernel/scope.ts'

const columns = ['id', 'key', 'name', 'description', 'createdAt', 'archivedAt'] as const

export const segmentsOf = (db: Db, project: ProvenProject) =>
  db
    .selectFrom('segment')
    .select(columns)
    .where('projectId', '=', project.id)
    .where('archivedAt', 'is', null)
    .orderBy('key')
    .execute()

export const findSegment = (db: Db, project: ProvenProject, key: string) =>
  db.selectFrom('segment').select(columns).where('projectId', '=', project.id).where('key', '=', key).executeTakeFirst()

export const insertSegment = (tx: Tx, segment: Insertable<SegmentTable>) =>
  tx.insertInto('segment').values(segment).execute()

export const segmentHeadsOf = (db: Db, project: ProvenProject, key: string) =>
  db
    .selectFrom('head')
    .innerJoin('environment', 'environment.id', 'head.environmentId')
    .select(['environment.key as environment', 'head.number', 'head.document'])
    .where('environment.projectId', '=', project.id)
    .where('head.kind', '=', 'segment')
    .where('head.key', '=', key)
    .execute()

/** Flags and segments that refer to the segment in any environment, by key. */
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

export const insertSegments = (tx: Tx, segments: readonly Insertable<SegmentTable>[]) =>
  tx
    .insertInto('segment')
    .values([...segments])
    .execute()

/** Deletes the rows of segments. The caller must already have published their removal. */
export const deleteSegments = (tx: Tx, project: ProvenProject, keys: readonly string[]) =>
  tx
    .deleteFrom('segment')
    .where('projectId', '=', project.id)
    .where('key', '=', sql<string>`any(${[...keys]}::text[])`)
    .execute()
