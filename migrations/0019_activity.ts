// What one person did in one project, and where one act happened in it, are found by an index among any number of events.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index event_project_actor on event (project_id, actor_id, sequence desc)`.execute(db)
  await sql`create index event_project_action on event (project_id, action, sequence desc)`.execute(db)
}
