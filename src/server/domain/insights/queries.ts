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
    .selectFrom('evaluationCount')
    .select((eb) => eb.fn.max('hour').as('hour'))
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

/** What was counted of each flag of a project since an hour: the last hour, and how much since a later one. */
export const countsOfProject = (db: Db, project: ProvenProject, since: Date, lately: Date) =>
  db
    .selectFrom('evaluationCount')
    .innerJoin('environment', 'environment.id', 'evaluationCount.environmentId')
    .select(['evaluationCount.flag'])
    .select((eb) => eb.fn.max('evaluationCount.hour').as('lastHour'))
    .select((eb) =>
      eb.fn
        .coalesce(
          eb.fn.sum<string>('evaluationCount.count').filterWhere('evaluationCount.hour', '>=', lately),
          eb.val('0'),
        )
        .as('lately'),
    )
    .where('environment.projectId', '=', project.id)
    .where('evaluationCount.hour', '>=', since)
    .groupBy('evaluationCount.flag')
    .execute()

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
