import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { ProvenEnvironment, ProvenProject } from '../../kernel/scope.ts'

/** What was counted of one flag in one environment since an hour, by variant and hour. */
export const countsOfFlag = (db: Db, environment: ProvenEnvironment, flag: string, since: Date) =>
  db
    .selectFrom('evaluationCount')
    .select(['variant', 'hour', 'count'])
    .where('environmentId', '=', environment.id)
    .where('flag', '=', flag)
    .where('hour', '>=', since)
    .execute()

/** The last hour in which a flag was counted in an environment. */
export const lastHourOf = (db: Db, environment: ProvenEnvironment, flag: string) =>
  db
    .selectFrom('evaluationSeen')
    .select('hour')
    .where('environmentId', '=', environment.id)
    .where('flag', '=', flag)
    .executeTakeFirst()

/** The hours since one in which any program reported anything of an environment. */
export const reportedHours = async (db: Db, environment: ProvenEnvironment, since: Date, until: Date) => {
  // one look into the index an hour, however many flags were counted in it
  const { rows } = await sql<{ hour: Date }>`
    select hour from generate_series(${since}::timestamptz, ${until}::timestamptz, interval '1 hour') as hour
    where exists (
      select from evaluation_count as counted
      where counted.hour = hour.hour and counted.environment_id = ${environment.id}
    )`.execute(db)
  return rows.map(({ hour }) => hour)
}

/** Revisions since an instant that touched a flag in an environment, oldest first. */
export const revisionsOfFlag = (db: Db, environment: ProvenEnvironment, flag: string, since: Date) =>
  db
    .selectFrom('entry')
    .innerJoin('revision', (join) =>
      join.onRef('revision.environmentId', '=', 'entry.environmentId').onRef('revision.number', '=', 'entry.number'),
    )
    .select(['revision.number', 'revision.publishedAt', 'revision.message'])
    .select(['revision.actorKind', 'revision.actorId', 'revision.actorName'])
    .where('entry.environmentId', '=', environment.id)
    .where('entry.kind', '=', 'flag')
    .where('entry.key', '=', flag)
    .where('revision.publishedAt', '>=', since)
    .orderBy('revision.number')
    .execute()

/** The last hour in which each flag of a project was counted anywhere, of those that were since an hour. */
export const lastHoursOf = (db: Db, project: ProvenProject, since: Date) =>
  db
    .selectFrom('evaluationSeen')
    .innerJoin('environment', 'environment.id', 'evaluationSeen.environmentId')
    .select('evaluationSeen.flag')
    .select((eb) => eb.fn.max('evaluationSeen.hour').as('lastHour'))
    .where('environment.projectId', '=', project.id)
    .where('evaluationSeen.hour', '>=', since)
    .groupBy('evaluationSeen.flag')
    .execute()

/** How often each flag of a project was asked for since an hour, in all environments. */
export const countsSince = async (
  db: Db,
  project: ProvenProject,
  since: Date,
): Promise<ReadonlyMap<string, number>> => {
  // one value in place of a row for each flag
  const { rows } = await sql<{ counts: Record<string, number> | null }>`
    select json_object_agg(flag, count) as counts from (
      select flag, sum(count)::float8 as count from evaluation_count
      where environment_id = any(array(select id from environment where project_id = ${project.id})) and hour >= ${since}
      group by flag
    ) as one`.execute(db)
  return new Map(Object.entries(rows[0]?.counts ?? {}))
}

/** Which flags name which others, in any environment of a project. */
export const requirements = (db: Db, project: ProvenProject) =>
  db
    .selectFrom('reference')
    .innerJoin('environment', 'environment.id', 'reference.environmentId')
    .select(['reference.key', 'reference.toKey'])
    .distinct()
    .where('environment.projectId', '=', project.id)
    .where('reference.kind', '=', 'flag')
    .where('reference.toKind', '=', 'flag')
    .orderBy('reference.key')
    .execute()
