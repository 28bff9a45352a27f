import { sql } from 'kysely'
import type { FlagDocument } from '../../../shared/schemas/flag.ts'
import type { Db } from '../../db/pool.ts'
import type { ProvenProject } from '../../kernel/scope.ts'
import { withPeople } from './queries.ts'

/** What a flag became in an environment: null where it was taken out. */
export type FlagEntry = { key: string; number: number; publishedMs: number; document: FlagDocument | null }

/** The beginning of everything that may still change: what is committed later is touched by no older transaction. */
export const changesFrom = async (db: Db, project: ProvenProject): Promise<{ horizon: string; flags: number }> => {
  const { rows } = await sql<{ horizon: string; flags: number }>`
    select pg_snapshot_xmin(pg_current_snapshot())::text as horizon,
      (select count(*)::int from flag where project_id = ${project.id}) as flags`.execute(db)
  return rows[0] ?? { horizon: '0', flags: 0 }
}

/** The project's flags, live and archived, whose rows were touched by that transaction or a later one. */
export const flagsChangedFrom = (db: Db, project: ProvenProject, horizon: string) =>
  withPeople(db)
    .where('flag.projectId', '=', project.id)
    .where('flag.changed', '>=', sql<string>`${horizon}::xid8`)
    .execute()

/** Where every log of the project ends now. */
export const logEnds = (db: Db, project: ProvenProject) =>
  db
    .selectFrom('environment')
    .select(['id', 'key', 'headNumber'])
    .where('projectId', '=', project.id)
    .orderBy('position')
    .execute()

/** Every flag that an environment has, up to a revision. A younger one comes with the entries after it. */
export const flagHeadsUpTo = async (db: Db, environmentId: string, number: number): Promise<FlagEntry[]> => {
  const { rows } = await sql<FlagEntry>`
    select head.key, head.number, (extract(epoch from published_at) * 1000)::float8 as "publishedMs", document
    from head join revision on revision.environment_id = head.environment_id and revision.number = head.number
    where head.environment_id = ${environmentId} and kind = 'flag' and head.number <= ${number}`.execute(db)
  return rows
}

/** What the revisions after one, up to another, made of flags; oldest first. */
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

/** Which of these flags were on anywhere, ever. */
export const everOn = async (db: Db, project: ProvenProject, keys: readonly string[]): Promise<string[]> => {
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

/** The entries of flags since an instant, and the last one before it, oldest first: what they served all that time. */
export const entriesSince = (db: Db, environmentId: string, keys: readonly string[], since: Date) =>
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
