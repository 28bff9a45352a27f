// What a project declares the attributes of its contexts to be: rules are checked against it, and personal data is left
// out of samples by it.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table attribute (
      project_id uuid not null references project on delete cascade,
      name text not null,
      type text not null check (type in ('string', 'number', 'boolean', 'datetime', 'version', 'string list')),
      required boolean not null,
      known_values json not null,
      personal boolean not null,
      description text not null,
      primary key (project_id, name)
    )`.execute(db)
}
