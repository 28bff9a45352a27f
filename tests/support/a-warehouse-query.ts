import { sql } from 'kysely'
import type { Db } from '../../src/server/platform/db/pool.ts'

type WarehouseQueryTarget = {
  readonly projectId: string
  readonly environmentId: string
  readonly event: string | null
}

/**
 * Inserts a warehouse query that yields an environment's event, or its exposures, every hour. The test decides what it
 * returns.
 */
export async function aWarehouseQueryOf(
  db: Db,
  { projectId, environmentId, event }: WarehouseQueryTarget,
  readUntil: Date,
) {
  const { rows } = await sql<{ id: number }>`
    with made as (
      insert into source (project_id, environment_id, key, kind, connection, sealed, budget, saved_by, saved_at)
      values (${projectId}, ${environmentId}, ${`shop-${event ?? 'seen'}`}, 'postgresql', '{}', '', '{}', 'Ada', now()) returning id
    )
    insert into fact (source, environment_id, event, query, every_ms, look_back_ms, since, read_until, due_at, saved_by, saved_at)
    select made.id, ${environmentId}, tracked_event.id, '', 3600000, 0, now(), ${readUntil}, '9999-01-01', 'Ada', now()
    from made left join tracked_event on tracked_event.project_id = ${projectId} and tracked_event.key = ${event}
    returning id`.execute(db)
  const id = rows[0]?.id ?? 0
  return {
    /** Marks everything before a time as read. */
    readUntil: (until: Date) => db.updateTable('fact').set({ readUntil: until }).where('id', '=', id).execute(),
    archive: (at: Date) => db.updateTable('fact').set({ archivedAt: at }).where('id', '=', id).execute(),
  }
}
