import { sql } from 'kysely'
import type { Revision, RevisionMark, SubjectKind } from '../../../shared/features/publishing/schemas/revision.ts'
import type { Db } from '../../platform/db/pool.ts'
import type { ProvenProject } from '../../platform/kernel/scope.ts'

/** Restricts revisions to an environment or a flag. */
export type TimelineFilter = { environment?: string | undefined; flag?: string | undefined }

const of = (project: ProvenProject, { environment }: TimelineFilter) =>
  environment === undefined
    ? sql`environment.project_id = ${project.id}`
    : sql`environment.project_id = ${project.id} and environment.key = ${environment}`

const touching = ({ flag }: TimelineFilter) =>
  flag === undefined
    ? sql``
    : sql`and exists (
        select from entry where entry.environment_id = revision.environment_id and entry.number = revision.number
          and entry.kind = 'flag' and entry.key = ${flag}
      )`

export type MarkRow = {
  environment: string
  count: number
  first: Date
  last: Date
  number: number
  actor: string
  message: string
  marks: RevisionMark[]
}

/** Revisions in a time range, one row per environment and bucket. */
export const marksBetween = async (
  db: Db,
  project: ProvenProject,
  which: TimelineFilter,
  span: { from: Date; until: Date; buckets: number },
): Promise<MarkRow[]> => {
  const { from, until, buckets } = span
  const epoch = (at: Date) => sql`${at.getTime() / 1_000}::float8`
  const { rows } = await sql<MarkRow>`
    select bucket.environment, bucket.count, bucket.first, bucket.last, bucket.number, bucket.marks,
      newest.actor_name as actor, newest.message
    from (
      select environment.id, environment.key as environment, environment.position, count(*)::int as count,
        min(published_at) as first, max(published_at) as last, max(number)::int as number,
        coalesce(array_agg(distinct mark) filter (where mark is not null), '{}') as marks
      from environment join revision on revision.environment_id = environment.id
      where ${of(project, which)} and published_at >= ${from} and published_at < ${until} ${touching(which)}
      group by environment.id, environment.key, environment.position,
        width_bucket(extract(epoch from published_at)::float8, ${epoch(from)}, ${epoch(until)}, ${buckets}::int)
    ) as bucket
    join revision as newest on newest.environment_id = bucket.id and newest.number = bucket.number
    order by bucket.last, bucket.position`.execute(db)
  return rows
}

export type TimelineRow = {
  environment: string
  environmentId: string
  number: number
  publishedAt: Date
  actorKind: Revision['actor']['kind']
  actorId: string | null
  actorName: string
  message: string
  mark: RevisionMark | null
  changeNumber: number | null
  touched: number
  subjects: { kind: SubjectKind; key: string }[]
}

/** Maximum number of subjects listed per revision. */
const namedSubjects = 8

/** The newest revisions of a project below a position. Each environment is read along its own index. */
export const revisionsOfProject = async (
  db: Db,
  project: ProvenProject,
  which: TimelineFilter,
  page: { until: Date; before: { at: Date; environmentId: string; number: number } | undefined; limit: number },
): Promise<TimelineRow[]> => {
  const { until, before, limit } = page
  const further = before
    ? sql`and (published_at, environment_id, number) < (${before.at}, ${before.environmentId}::uuid, ${before.number})`
    : sql``
  const { rows } = await sql<TimelineRow>`
    select newest.*, environment.key as environment,
      (select count(*)::int from entry
        where entry.environment_id = newest."environmentId" and entry.number = newest.number) as touched,
      (select coalesce(json_agg(json_build_object('kind', kind, 'key', key)), '[]') from (
        select kind, key from entry
        where entry.environment_id = newest."environmentId" and entry.number = newest.number
        order by kind, key limit ${namedSubjects}
      ) as named) as subjects
    from environment
    cross join lateral (
      select environment_id as "environmentId", number, published_at as "publishedAt", actor_kind as "actorKind",
        actor_id as "actorId", actor_name as "actorName", message, mark, change_number as "changeNumber"
      from revision
      where environment_id = environment.id and published_at < ${until} ${further} ${touching(which)}
      order by published_at desc, number desc limit ${limit}
    ) as newest
    where ${of(project, which)}
    order by newest."publishedAt" desc, newest."environmentId" desc, newest.number desc limit ${limit}`.execute(db)
  return rows
}
