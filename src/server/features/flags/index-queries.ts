import { sql } from 'kysely'
import type { FlagDocument } from '../../../shared/schemas/flag.ts'
import type { Db } from '../../platform/db/pool.ts'
import type { ProvenProject } from '../../platform/kernel/scope.ts'
import { flagsWithMembers } from './queries.ts'

/** The document of a flag in an environment after a revision. Null if it was removed. */
export type FlagEntry = { key: string; number: number; publishedMs: number; document: FlagDocument | null }

/**
 * The oldest transaction still running, as a horizon: changes committed later belong to this transaction or a newer
 * one.
 */
export const changeHorizon = async (db: Db, project: ProvenProject): Promise<{ horizon: string; flags: number }> => {
  const { rows } = await sql<{ horizon: string; flags: number }>`
    select pg_snapshot_xmin(pg_current_snapshot())::text as horizon,
      (select count(*)::int from flag where project_id = ${project.id}) as flags`.execute(db)
  return rows[0] ?? { horizon: '0', flags: 0 }
}

/** The project's flags, active and archived, whose rows were last touched by this transaction or a later one. */
export const flagsChangedSince = (db: Db, project: ProvenProject, horizon: string) =>
  flagsWithMembers(db)
    .where('flag.projectId', '=', project.id)
    .where('flag.changed', '>=', sql<string>`${horizon}::xid8`)
    .execute()

export const logEnds = (db: Db, project: ProvenProject) =>
  db
    .selectFrom('environment')
    .select(['id', 'key', 'headNumber'])
    .where('projectId', '=', project.id)
    .orderBy('position')
    .execute()

/**
 * A batch of an environment's flags after a key, in key order, up to a revision. Newer documents are read from the log
 * entries after it.
 */
export const flagHeadsUpTo = async (
  db: Db,
  environmentId: string,
  number: number,
  afterKey: string,
  limit: number,
): Promise<FlagEntry[]> => {
  const { rows } = await sql<FlagEntry>`
    select head.key, head.number, (extract(epoch from published_at) * 1000)::float8 as "publishedMs", document
    from head join revision on revision.environment_id = head.environment_id and revision.number = head.number
    where head.environment_id = ${environmentId} and kind = 'flag' and head.key > ${afterKey} and head.number <= ${number}
    order by head.key limit ${limit}`.execute(db)
  return rows
}

/** Active projects with flags, most recently published first, with their number of cells. */
export const projectsBySize = async (db: Db): Promise<{ key: string; cells: number }[]> => {
  const { rows } = await sql<{ key: string; cells: number }>`
    select project.key, sum(environment_heads.count)::int as cells from project
    join environment on environment.project_id = project.id
    cross join lateral (
      select count(*) from head where head.environment_id = environment.id and kind = 'flag'
    ) as environment_heads
    left join lateral (
      select published_at from revision where revision.environment_id = environment.id order by number desc limit 1
    ) as newest on true
    where project.archived_at is null
    group by project.id, project.key having sum(environment_heads.count) > 0
    order by max(newest.published_at) desc nulls last`.execute(db)
  return rows
}

/** The documents of flags in a range of revisions, oldest first. */
export const flagEntriesBetween = async (
  db: Db,
  environmentId: string,
  after: number,
  upTo: number,
): Promise<FlagEntry[]> => {
  const { rows } = await sql<FlagEntry>`
    select entry.key, entry.number, (extract(epoch from published_at) * 1000)::float8 as "publishedMs", document
    from entry join revision on revision.environment_id = entry.environment_id and revision.number = entry.number
    where entry.environment_id = ${environmentId} and kind = 'flag' and entry.number > ${after} and entry.number <= ${upTo}
    order by entry.number`.execute(db)
  return rows
}

/** Flags among these that were ever on in any environment. */
export const flagsEverOn = async (db: Db, project: ProvenProject, keys: readonly string[]): Promise<string[]> => {
  const rows = await db
    .selectFrom('entry')
    .innerJoin('environment', 'environment.id', 'entry.environmentId')
    .select('entry.key')
    .distinct()
    .where('environment.projectId', '=', project.id)
    .where('entry.kind', '=', 'flag')
    .where('entry.key', '=', sql<string>`any(${[...keys]})`)
    .where(sql`entry.document ->> 'on'`, '=', 'true')
    .execute()
  return rows.map(({ key }) => key)
}

/**
 * The entries of flags since a time, and the last one before it, oldest first: everything they served in that period.
 */
export const flagEntriesSince = (db: Db, environmentId: string, keys: readonly string[], since: Date) =>
  db
    .selectFrom('entry')
    .innerJoin('revision', (join) =>
      join.onRef('revision.environmentId', '=', 'entry.environmentId').onRef('revision.number', '=', 'entry.number'),
    )
    .select(['entry.key', 'entry.document', 'revision.publishedAt'])
    .where('entry.environmentId', '=', environmentId)
    .where('entry.kind', '=', 'flag')
    .where('entry.key', '=', sql<string>`any(${[...keys]})`)
    .where(
      'entry.number',
      '>=',
      sql<number>`coalesce((
        select max(older.number) from entry as older
        join revision as of on of.environment_id = older.environment_id and of.number = older.number
        where older.environment_id = entry.environment_id and older.kind = 'flag' and older.key = entry.key
          and of.published_at <= ${since}), 0)`,
    )
    .orderBy('entry.number')
    .execute()
