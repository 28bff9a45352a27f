import { setTimeout as wait } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { type MigrationResultSet, Migrator } from 'kysely/migration'
import { migrations } from '../../../migrations/index.ts'
import { StartError } from '../start-error.ts'
import { isLocked } from './failure.ts'
import type { Db } from './pool.ts'

/** Between two tries, so that whoever queued behind the first gets through. */
const pauseMs = 500
const longestMs = 600_000

/**
 * Applies the migrations that are missing and returns their names; several servers may start at once. Where one may be at
 * work on the database, each migration has a transaction of its own, and one that waits too long for a lock lets everybody
 * pass and is tried again. A database with migrations this program does not know is refused: it was made by a newer Fanion.
 * `last`: the name of the one to end with; the newest unless told.
 */
export async function migrate(db: Db, last?: string): Promise<string[]> {
  const before = await applied(db)
  const unknown = before.filter((name) => !(name in migrations))
  if (unknown.length > 0) {
    throw new StartError(
      `The database was made by a newer Fanion (it has ${unknown.join(', ')}, which this version does not know). ` +
        'Start the newer version, or point FANION_DATA_DIR or DATABASE_URL at another database.',
    )
  }
  if (before.length === 0)
    return patiently(() =>
      alone(db, (one) => (last === undefined ? migratorOn(one).migrateToLatest() : migratorOn(one).migrateTo(last))),
    )
  const done: string[] = []
  if (last !== undefined && before.includes(last)) return done
  for (;;) {
    await patiently(() => alone(db, ahead))
    const names = await patiently(() => alone(db, (one) => migratorOn(one).migrateUp()))
    done.push(...names)
    if (names.length === 0 || names.at(-1) === last) return done
  }
}

const migratorOn = (db: Db) => new Migrator({ db: shapeless(db), provider: { getMigrations: async () => migrations } })

/** A database of unknown shape, as migrations want it: the shape is what they are about to make. */
const shapeless = (db: Db) => db.withoutPlugins() as unknown as Kysely<unknown>

/**
 * Acts on one connection while no other server migrates. Kysely looks at all tables before it takes its own lock, and is
 * refused where one of them is being altered.
 */
const alone = (db: Db, act: (one: Db) => Promise<Partial<MigrationResultSet>>): Promise<Partial<MigrationResultSet>> =>
  db.connection().execute(async (one) => {
    const lock = sql`hashtext('fanion.migration')`
    const tried = sql<{ ms: string; isOurs: boolean }>`
      select current_setting('lock_timeout') as ms, pg_try_advisory_lock(${lock}) as is_ours`
    const [{ ms, isOurs } = { ms: '0', isOurs: false }] = (await tried.execute(one)).rows
    // as of a lock: whoever has it is done in a while
    if (!isOurs) return { error: Object.assign(new Error('another server is at it'), { code: '55P03' }) }
    try {
      return await act(one)
    } finally {
      await sql`select set_config('lock_timeout', ${ms}, false), pg_advisory_unlock(${lock})`.execute(one)
    }
  })

/** What the next migration does before its transaction, while others write. */
async function ahead(one: Db): Promise<Partial<MigrationResultSet>> {
  const before = await applied(one)
  const next = Object.keys(migrations).find((name) => !before.includes(name)) ?? ''
  try {
    await migrations[next]?.online?.(shapeless(one))
    return {}
  } catch (error) {
    return { error }
  }
}

/** Does it again for as long as somebody else holds what it needs; the names of what was applied. */
async function patiently(act: () => Promise<Partial<MigrationResultSet>>): Promise<string[]> {
  for (const begun = performance.now(); ; await wait(pauseMs)) {
    const { error, results = [] } = await act()
    if (!error) return results.map((result) => result.migrationName)
    if (!isLocked(error)) throw error
    const { migrationName } = results.find(({ status }) => status === 'Error') ?? {}
    if (performance.now() - begun > longestMs)
      throw new StartError(
        `${migrationName ?? 'A migration'} waited ten minutes for a lock that another program holds. ` +
          'Look for a long transaction, such as a backup, in pg_stat_activity, and start again once it has ended.',
        { cause: error },
      )
  }
}

async function applied(db: Db): Promise<string[]> {
  const { rows: found } = await sql<{
    name: string | null
  }>`select to_regclass('kysely_migration')::text as name`.execute(db)
  if (!found[0]?.name) return []
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return rows.map((row) => row.name)
}
