import type { Db } from '../../src/server/platform/db/pool.ts'

/** The audit trail of a project, oldest first, without the publications that stand in the log themselves. */
export const eventsOf = (db: Db, projectId: string) =>
  db
    .selectFrom('event')
    .select(['action', 'subject', 'actorName', 'before', 'after'])
    .where('projectId', '=', projectId)
    .where('action', '!=', 'revision.publish')
    .orderBy('sequence')
    .execute()
