// The number that a project's last run was given: none is given twice, also where an environment took its runs along.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table project add column last_run integer not null default 0`.execute(db)
  await sql`
    update project set last_run = greatest(
      (select coalesce(max(number), 0) from run where project_id = project.id),
      (select coalesce(max(number), 0) from ramp where project_id = project.id)
    )`.execute(db)
}
