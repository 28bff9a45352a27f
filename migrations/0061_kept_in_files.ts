// Where a flag is kept in files, as the last apply told; and of which flags that builds ask for a person wants to hear no more.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // { repository, path, commit }
  await sql`alter table flag add column kept_in json`.execute(db)
  await sql`
    create table unknown_flag_dismissed (
      person_id uuid not null references person on delete cascade,
      project_id uuid not null references project on delete cascade,
      flag text not null,
      at timestamptz not null,
      primary key (person_id, project_id, flag)
    )`.execute(db)
}
