import { setTimeout as wait } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { type MigrationResultSet, Migrator } from 'kysely/migration'
import { migrations } from '../../../../migrations/index.ts'
import { StartError } from '../../start-error.ts'
import { isLocked } from './failure.ts'
import { oldestTransaction } from './oldest-transaction.ts'
import type { Db } from './pool.ts'
import { outdatedFunctions, updateFunctions } from './schema-functions.ts'
import type { WaitNotice } from './wait-notice.ts'

/** Pause between two attempts, so that others waiting for the same tables can proceed. */
const pauseMs = 500
const longestMs = 600_000

/**
 * How often the transaction that has the lock of an online step runs a query. Well below the idle transaction timeout.
 */
const keepLockMs = 10_000

type Options = {
  /** Name of the migration to stop after. Default: the newest. With a name, functions stay as that migration leaves them. */
  readonly last?: string | undefined
  readonly notice?: WaitNotice | undefined
}

/** What a call of `migrate` did: the migrations it applied and the functions it created or replaced, by name. */
type Migrated = { readonly migrations: readonly string[]; readonly functions: readonly string[] }

/**
 * Applies the missing migrations, then creates or replaces the functions of `migrations/functions` that differ. Several
 * servers may start at once. On a database in use, each migration has its own transaction, and one that waits too long for
 * a lock yields and is retried. Throws if the database has migrations or functions unknown to this program: a newer Fanion
 * made it. A migration with an `online` step needs a pool of two connections.
 */
export async function migrate(db: Db, { last, notice }: Options = {}): Promise<Migrated> {
  const before = await appliedMigrations(db)
  refuseNewer(before)
  const tries = { db, notice }
  const names = await (before.length === 0 ? migrateEmpty(tries, last) : migrateInUse(tries, before, last))
  if (last !== undefined || (await outdatedFunctions(db)).length === 0) return { migrations: names, functions: [] }
  let functions: string[] = []
  await untilUnlocked(tries, () =>
    whileLocked(db, async (tx) => {
      functions = await updateFunctions(tx)
      return {}
    }),
  )
  return { migrations: names, functions }
}

type MigrationAttempt = { readonly db: Db; readonly notice: WaitNotice | undefined }

const migrateEmpty = (tries: MigrationAttempt, last: string | undefined): Promise<string[]> =>
  untilUnlocked(tries, () =>
    whileLocked(tries.db, async (tx) => {
      const migrator = migratorOn(tx)
      if (last !== undefined) return migrator.migrateTo(last)
      const result = await migrator.migrateToLatest()
      if (!result.error) await updateFunctions(tx)
      return result
    }),
  )

async function migrateInUse(
  tries: MigrationAttempt,
  before: readonly string[],
  last: string | undefined,
): Promise<string[]> {
  const { db } = tries
  const done: string[] = []
  if (last !== undefined && before.includes(last)) return done
  for (;;) {
    await untilUnlocked(tries, () => runOnlineStep(db))
    const names = await untilUnlocked(tries, () => lockedMigration(db, (migrator) => migrator.migrateUp()))
    done.push(...names)
    if (names.length === 0 || names.at(-1) === last) return done
  }
}

/** Throws a StartError if the database's schema is newer than this program. */
export function refuseNewer(applied: readonly string[]): void {
  const unknown = applied.filter((name) => !(name in migrations))
  if (unknown.length === 0) return
  throw new StartError(
    `The database was made by a newer Fanion (it has ${unknown.join(', ')}, which this version does not know). ` +
      'Start the newer version, or point FANION_DATA_DIR or DATABASE_URL at another database.',
  )
}

/** Returns the names of the applied migrations in order. */
export async function appliedMigrations(db: Db): Promise<string[]> {
  const { rows: found } = await sql<{
    name: string | null
  }>`select to_regclass('kysely_migration')::text as name`.execute(db)
  if (!found[0]?.name) return []
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return rows.map((row) => row.name)
}

const migratorOn = (db: Db) => new Migrator({ db: shapeless(db), provider: { getMigrations: async () => migrations } })

/** Casts to the schemaless type that migrations expect, because they create the schema. */
const shapeless = (db: Db) => db.withoutPlugins() as unknown as Kysely<unknown>

type Result = Partial<MigrationResultSet>

/** Rolls a transaction back and carries the migrator's result out of it. */
class RolledBack extends Error {
  readonly result: Result

  constructor(result: Result) {
    super('the migration failed', { cause: result.error })
    this.result = result
  }
}

/**
 * Migrates in one transaction under the migration lock. Kysely reads all tables first, and fails if one of them is
 * being altered.
 */
const lockedMigration = (db: Db, act: (migrator: Migrator) => Promise<Result>): Promise<Result> =>
  whileLocked(db, (tx) => act(migratorOn(tx)))

/**
 * Uses a transaction-level lock, which ends with its owner, whatever happens to the connection. A session-level lock
 * would stay on a connection that a pooler keeps open, and block every later start.
 */
async function whileLocked(db: Db, act: (tx: Db) => Promise<Result>): Promise<Result> {
  try {
    return await db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ isOurs: boolean }>`
        select pg_try_advisory_xact_lock(hashtext('fanion.migration')) as is_ours`.execute(tx)
      // Treated like a table lock: its owner finishes eventually.
      if (!rows[0]?.isOurs) throw new RolledBack({ error: Object.assign(new Error('locked'), { code: '55P03' }) })
      const result = await act(tx)
      if (result.error) throw new RolledBack(result)
      return result
    })
  } catch (error) {
    if (error instanceof RolledBack) return error.result
    return { error }
  }
}

/**
 * Runs the part of the next migration that cannot run in a transaction. A second transaction has the lock in the
 * meantime.
 */
async function runOnlineStep(db: Db): Promise<Result> {
  const before = await appliedMigrations(db)
  const next = Object.keys(migrations).find((name) => !before.includes(name)) ?? ''
  const online = migrations[next]?.online
  if (!online) return {}
  return whileLocked(db, async (tx) => {
    const keepLock = setInterval(() => void sql`select 1`.execute(tx).catch(() => undefined), keepLockMs)
    try {
      await db.connection().execute(async (one) => {
        const { rows } = await sql<{ ms: string }>`select current_setting('lock_timeout') as ms`.execute(one)
        try {
          await online(shapeless(one))
        } finally {
          await sql`select set_config('lock_timeout', ${rows[0]?.ms ?? '0'}, false)`.execute(one)
        }
      })
      return {}
    } catch (error) {
      return { error }
    } finally {
      clearInterval(keepLock)
    }
  })
}

/** Retries a step while another program has a lock that it needs. Returns the names of the applied migrations. */
async function untilUnlocked({ db, notice }: MigrationAttempt, act: () => Promise<Result>): Promise<string[]> {
  notice?.waitFor('the database to be migrated')
  for (const begun = performance.now(); ; await wait(pauseMs)) {
    const { error, results = [] } = await act()
    if (!error) return results.map((result) => result.migrationName)
    if (!isLocked(error)) throw error
    const { migrationName } = results.find(({ status }) => status === 'Error') ?? {}
    const what = migrationName === undefined ? 'another server to finish its migration' : `a lock for ${migrationName}`
    notice?.waitFor(async () => `${what} (${await oldestTransaction(db)})`)
    if (performance.now() - begun > longestMs)
      throw new StartError(
        `${migrationName ?? 'A migration'} waited ten minutes for a lock that another program holds. ` +
          'Look for a long transaction, such as a backup, in pg_stat_activity, and start again once it has ended.',
        { cause: error },
      )
  }
}
