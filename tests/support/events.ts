import type { Db } from '../../src/server/platform/db/pool.ts'

/** The audit events of a project, oldest first, without publishes, which are in the log itself. */
export const eventsOf = (db: Db, projectId: string) =>
  db
    .selectFrom('event')
    .select(['action', 'subject', 'actorName', 'before', 'after'])
    .where('projectId', '=', projectId)
    .where('action', '!=', 'revision.publish')
    .orderBy('sequence')
    .execute()
