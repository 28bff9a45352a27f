// Where code names flags, as a scan of a repository's branch found it, and the day the last read of a flag left a branch.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table code_repository (
      id integer primary key generated always as identity,
      project_id uuid not null references project on delete cascade,
      repository text not null,
      branch text not null,
      commit text not null,
      link_template text,
      scanned_at timestamptz not null,
      unique (project_id, repository, branch)
    )`.execute(db)
  // text: the line itself, where the scan sent it. since: when the line came, where it looked
  await sql`
    create table code_reference (
      repository integer not null references code_repository on delete cascade,
      flag text not null,
      path text not null,
      line integer not null,
      column_number integer not null,
      kind text not null check (kind in ('read', 'declaration', 'mention', 'test')),
      line_hash text not null,
      text text,
      since timestamptz
    )`.execute(db)
  await sql`create index code_reference_flag on code_reference (repository, flag)`.execute(db)
  // of a branch without a read of the flag any more: the commit that a scan first found it so
  await sql`
    create table code_extinction (
      repository integer not null references code_repository on delete cascade,
      flag text not null,
      commit text not null,
      at timestamptz not null,
      primary key (repository, flag)
    )`.execute(db)
}
