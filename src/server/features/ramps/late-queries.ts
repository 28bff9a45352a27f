import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/pool.ts'
import type { ProvenProject } from '../../platform/kernel/scope.ts'
import type { RampRow } from './queries.ts'

/** Notifications since a time that a ramp is held for long, and whether a guard without data is the cause. */
export const lateNotificationsSince = async (
  db: Db,
  project: ProvenProject,
  number: number,
  since: Date,
): Promise<{ blind: boolean }[]> =>
  db
    .selectFrom('event')
    .select(sql<boolean>`after ->> 'blind' = 'true'`.as('blind'))
    .where('projectId', '=', project.id)
    .where('subject', '=', `${project.key}/ramps/${number}`)
    .where('action', '=', 'ramp.hold')
    .where('at', '>=', since)
    .where(sql<boolean>`after ->> 'late' = 'true'`)
    .execute()

/** Notifies all servers that inboxes may show a ramp differently although its state is unchanged. */
export const notifyInboxes = (tx: Tx, { projectId, change }: RampRow) =>
  sql`select pg_notify('fanion_changes', ${`${projectId}:${change}`})`.execute(tx)
