import { sql } from 'kysely'
import type { Db } from '../../platform/db/pool.ts'

/** Maximum clock difference between servers. Sequence numbers follow time only within this margin. */
const skewMs = 60_000

export type EventFilter = {
  projectId?: string | undefined
  environmentId?: string | undefined
  actor?: string | undefined
  action?: string | undefined
  subject?: string | undefined
  from?: Date | undefined
  until?: Date | undefined
  before?: number | undefined
  limit: number
}

/**
 * Events, newest first. Time bounds are first resolved to sequence bounds by index, so that a page costs the same
 * anywhere in the trail.
 */
export const eventsOf = (db: Db, filter: EventFilter) => {
  const { projectId, environmentId, actor, action, subject, from, until, before, limit } = filter
  return db
    .selectFrom('event')
    .leftJoin('project', 'project.id', 'event.projectId')
    .leftJoin('environment', 'environment.id', 'event.environmentId')
    .select(['event.sequence', 'event.id', 'event.at', 'event.actorKind', 'event.actorId', 'event.actorName'])
    .select(['event.action', 'event.subject', 'project.key as project', 'environment.key as environment'])
    .select(['event.before', 'event.after', 'event.requestId', 'event.address', 'event.userAgent'])
    .$if(projectId !== undefined, (query) => query.where('event.projectId', '=', projectId ?? ''))
    .$if(environmentId !== undefined, (query) => query.where('event.environmentId', '=', environmentId ?? ''))
    .$if(actor !== undefined, (query) => query.where('event.actorId', '=', actor ?? ''))
    .$if(action !== undefined, (query) => query.where('event.action', '=', action ?? ''))
    .$if(subject !== undefined, (query) => query.where('event.subject', '=', subject ?? ''))
    .$if(before !== undefined, (query) => query.where('event.sequence', '<', String(before)))
    .$if(from !== undefined, (query) =>
      query.where('event.at', '>=', from ?? new Date(0)).where('event.sequence', '>=', firstAfter(from ?? new Date(0))),
    )
    .$if(until !== undefined, (query) =>
      query
        .where('event.at', '<', until ?? new Date(0))
        .where('event.sequence', '<=', lastBefore(until ?? new Date(0))),
    )
    .orderBy('event.sequence', 'desc')
    .limit(limit)
    .execute()
}

const firstAfter = (at: Date) =>
  sql<string>`(select sequence from event where at >= ${new Date(at.getTime() - skewMs)} order by at, sequence limit 1)`

const lastBefore = (at: Date) => sql<string>`
  (select sequence from event where at < ${new Date(at.getTime() + skewMs)} order by at desc, sequence desc limit 1)`

/** Id of a current or former project. Undefined if the key was never used. */
export const projectIdOf = async (db: Db, key: string): Promise<string | undefined> =>
  (await db.selectFrom('project').select('id').where('key', '=', key).executeTakeFirst())?.id

export const environmentIdOf = async (db: Db, projectId: string, key: string): Promise<string | undefined> => {
  const query = db.selectFrom('environment').select('id').where('projectId', '=', projectId).where('key', '=', key)
  return (await query.executeTakeFirst())?.id
}
