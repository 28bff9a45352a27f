// Which builds of programs read which flags: one row for what a version of a program declares in an environment, told by a
// server key or by a browser's, and one for each flag in it.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // digest: of the whole declaration, with name, version and commit. attributes: null where the program does not say
  await sql`
    create table build (
      id integer primary key generated always as identity,
      environment_id uuid not null references environment on delete cascade,
      kind text not null check (kind in ('server', 'client')),
      digest text not null,
      name text not null,
      version text not null,
      commit text,
      runtime text not null,
      attributes json,
      first_seen_at timestamptz not null,
      last_seen_at timestamptz not null,
      unique (environment_id, kind, digest)
    )`.execute(db)
  await sql`create index build_last_seen_at on build (last_seen_at)`.execute(db)
  await sql`
    create table build_flag (
      build integer not null references build on delete cascade,
      flag text not null,
      declared json not null,
      primary key (build, flag)
    )`.execute(db)
  await sql`create index build_flag_flag on build_flag (flag)`.execute(db)
  // server: a process of Fanion, each of which tells how many streams of the build it has
  await sql`
    create table build_seen (
      build integer not null references build on delete cascade,
      server uuid not null,
      programs integer not null,
      seen_at timestamptz not null,
      primary key (build, server)
    )`.execute(db)
}
