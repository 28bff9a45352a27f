// Every version of the packages that this installation has ever served, byte for byte: a lock file pins their hash.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table package_release (
      name text not null,
      version text not null,
      manifest json not null,
      released_at timestamptz not null,
      integrity text not null,
      shasum text not null,
      tarball bytea not null,
      primary key (name, version)
    )`.execute(db)
  // gzip is in it already
  await sql`alter table package_release alter column tarball set storage external`.execute(db)
}
