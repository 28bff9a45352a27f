import { type Kysely, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { migrations } from '../../../migrations/index.ts'
import { StartError } from '../start-error.ts'
import type { Db } from './pool.ts'

/**
 * Applies the migrations that are missing and returns their names. Kysely's own lock lets several servers start at
 * once. A database with migrations this program does not know is refused: it was made by a newer Fanion. `last`: the name
 * of the one to end with; the newest unless told.
 */
export async function migrate(db: Db, last?: string): Promise<string[]> {
  const unknown = (await applied(db)).filter((name) => !(name in migrations))
  if (unknown.length > 0) {
    throw new StartError(
      `The database was made by a newer Fanion (it has ${unknown.join(', ')}, which this version does not know). ` +
        'Start the newer version, or point FANION_DATA_DIR or DATABASE_URL at another database.',
    )
  }
  // the migrator wants a database of unknown shape: the shape is what it is about to make
  const plain = db.withoutPlugins() as unknown as Kysely<unknown>
  const migrator = new Migrator({ db: plain, provider: { getMigrations: async () => migrations } })
  const { error, results } = await (last === undefined ? migrator.migrateToLatest() : migrator.migrateTo(last))
  if (error) throw error
  return (results ?? []).map((result) => result.migrationName)
}

async function applied(db: Db): Promise<string[]> {
  const { rows: found } = await sql<{
    name: string | null
  }>`select to_regclass('kysely_migration')::text as name`.execute(db)
  if (!found[0]?.name) return []
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return rows.map((row) => row.name)
}
