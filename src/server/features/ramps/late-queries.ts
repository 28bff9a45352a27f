import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/pool.ts'
import type { ProvenProject } from '../../platform/kernel/scope.ts'
import type { RampRow } from './queries.ts'

/** What was told of a ramp that is held for long, since an instant: that it is, and whether by a guard that cannot see. */
export const toldLateSince = async (
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

/** Tells every server that inboxes may show something else of a ramp whose state is as it was. */
export const tellInboxes = (tx: Tx, { projectId, change }: RampRow) =>
  sql`select pg_notify('fanion_changes', ${`${projectId}:${change}`})`.execute(tx)
