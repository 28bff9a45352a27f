import { sql } from 'kysely'
import type { Db } from '../../platform/db/pool.ts'
import type { ProvenEnvironment, ProvenProject } from '../../platform/kernel/scope.ts'

export const countsOfFlag = (db: Db, environment: ProvenEnvironment, flag: string, since: Date) =>
  db
    .selectFrom('evaluationCount')
    .select(['variant', 'hour', 'count'])
    .where('environmentId', '=', environment.id)
    .where('flag', '=', flag)
    .where('hour', '>=', since)
    .execute()

export const lastHourOf = (db: Db, environment: ProvenEnvironment, flag: string) =>
  db
    .selectFrom('evaluationSeen')
    .select('hour')
    .where('environmentId', '=', environment.id)
    .where('flag', '=', flag)
    .executeTakeFirst()

/** The hours since a time in which any application reported counts in an environment. */
export const reportedHours = async (db: Db, environment: ProvenEnvironment, since: Date, until: Date) => {
  // one index lookup per hour, regardless of the number of flags counted in it
  const { rows } = await sql<{ hour: Date }>`
    select hour from generate_series(${since}::timestamptz, ${until}::timestamptz, interval '1 hour') as hour
    where exists (
      select from evaluation_count as counted
      where counted.hour = hour.hour and counted.environment_id = ${environment.id}
    )`.execute(db)
  return rows.map(({ hour }) => hour)
}

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

/** The last hour, in ms, in which each flag (or each of `flags`) was counted anywhere, if it was since a given hour. */
export const lastHoursOf = async (
  db: Db,
  project: ProvenProject,
  since: Date,
  flags?: readonly string[],
): Promise<ReadonlyMap<string, number>> => {
  const asked = flags === undefined ? sql`true` : sql`flag = any(${[...flags]}::text[])`
  // a single JSON value of pairs instead of one row per flag
  const { rows } = await sql<{ hours: [string, number][] | null }>`
    select json_agg(json_build_array(flag, ms)) as hours from (
      select flag, (extract(epoch from max(hour)) * 1000)::float8 as ms from evaluation_seen
      where environment_id = any(array(select id from environment where project_id = ${project.id}))
        and hour >= ${since} and ${asked}
      group by flag
    ) as one`.execute(db)
  return new Map(rows[0]?.hours)
}

/** Evaluations of each flag (or each of `flags`) over a range of hours, or until now, in all environments. */
export const countsBetween = async (
  db: Db,
  project: ProvenProject,
  from: Date,
  to: Date | null,
  flags?: readonly string[],
): Promise<ReadonlyMap<string, number>> => {
  const asked = flags === undefined ? sql`true` : sql`flag = any(${[...flags]}::text[])`
  const { rows } = await sql<{ counts: [string, number][] | null }>`
    select json_agg(json_build_array(flag, count)) as counts from (
      select flag, sum(count)::float8 as count from evaluation_count
      where environment_id = any(array(select id from environment where project_id = ${project.id}))
        and hour >= ${from} and hour < coalesce(${to}::timestamptz, 'infinity') and ${asked}
      group by flag
    ) as one`.execute(db)
  return new Map(rows[0]?.counts)
}

export const flagRequirements = (db: Db, project: ProvenProject) =>
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

/** Counts of the given flags since an hour, by flag, hour and variant. */
export const countsOfFlags = async (db: Db, project: ProvenProject, flags: readonly string[], since: Date) => {
  const { rows } = await sql<{
    flag: string
    environment: string | null
    variant: string | null
    hour: Date | null
    count: number
  }>`
    select flag, environment.key as environment, variant, hour, sum(count)::float8 as count
    from evaluation_count join environment on environment.id = environment_id
    where environment_id = any(array(select id from environment where project_id = ${project.id}))
      and flag = any(${[...flags]}::text[]) and hour >= ${since}
    group by grouping sets ((flag, hour), (flag, environment.key, variant))`.execute(db)
  return rows
}

export const hasCounts = async (db: Db, project: ProvenProject, since: Date): Promise<boolean> => {
  const { rows } = await sql<{ any: boolean }>`
    select exists (
      select from evaluation_hour
      where environment_id = any(array(select id from environment where project_id = ${project.id})) and hour >= ${since}
    ) as any`.execute(db)
  return rows[0]?.any === true
}

/**
 * Flags that are off because of an emergency, with their environments: the last revision that touched them was one.
 * `offset 0` forces a lookup by key, as in `headsOfFlags`.
 */
export const emergencyOffFlags = async (db: Db, project: ProvenProject, flags: readonly string[]) => {
  const { rows } = await sql<{ key: string; environment: string }>`
    select head.key, environment.key as environment
    from environment cross join unnest(${[...flags]}::text[]) as wanted (key)
    cross join lateral (
      select head.key, number from head
      where environment_id = environment.id and kind = 'flag' and head.key = wanted.key and document ->> 'on' = 'false'
      offset 0
    ) as head
    cross join lateral (
      select mark from revision where environment_id = environment.id and number = head.number offset 0
    ) as revision
    where environment.project_id = ${project.id} and mark = 'emergency'
    order by environment.position`.execute(db)
  return rows
}

/** The next scheduled change of each given flag, and its environments. */
export const nextScheduledChanges = async (db: Db, project: ProvenProject, flags: readonly string[]) => {
  if (flags.length === 0) return []
  const { rows } = await sql<{ flag: string; number: number; title: string; dueAt: Date; places: string[] }>`
    select distinct on (flag) flag, number, title, due_at as "dueAt", places from (
      select entry.key as flag, change.number, change.title, schedule.due_at,
        array_agg(environment.key order by environment.position) as places
      from schedule
      join change on change.id = schedule.change_id
      join change_entry as entry on entry.change_id = change.id
      join environment on environment.id = entry.environment_id
      where schedule.ended_at is null and change.project_id = ${project.id}
        and entry.kind = 'flag' and entry.key = any(${[...flags]}::text[])
      group by entry.key, change.number, change.title, schedule.due_at
    ) as one
    order by flag, due_at, number`.execute(db)
  return rows
}

export const hoursOfProject = (db: Db, project: ProvenProject, since: Date) =>
  db
    .selectFrom('evaluationHour')
    .innerJoin('environment', 'environment.id', 'evaluationHour.environmentId')
    .select(['environment.key as environment', 'evaluationHour.hour', 'evaluationHour.count'])
    .where('environment.projectId', '=', project.id)
    .where('evaluationHour.hour', '>=', since)
    .orderBy('environment.position')
    .execute()
