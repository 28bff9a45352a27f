import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { verifyAll } from '../../features/audit/verify-all.ts'
import { migrate } from '../../platform/db/migrate.ts'
import { openDb, overClient } from '../../platform/db/pool.ts'
import { BackupError } from './backup-error.ts'
import { environmentDigests } from './environment-digests.ts'
import type { Manifest, Sums } from './manifest.ts'
import { type BackupReader, readBackup } from './read-backup.ts'
import { dropIndexesForRestore, makePartitions } from './shape.ts'
import { migrationsOf, tablesOf } from './tables.ts'

export type RestoreSummary = Pick<Manifest, 'madeAt' | 'version'> & {
  readonly rows: number
  readonly environments: number
}

/**
 * Whether PostgreSQL rejected the data: SQLSTATE classes 22 (data exception) and 23 (integrity constraint violation).
 */
const isUnreadable = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^2[23]/.test(String(error.code))

export type RestoreOptions = {
  /** Receives the output of the audit log's verification. */
  readonly tell: (line: string) => void
  /** Restores a backup even if its audit log fails verification. */
  readonly allowBrokenAuditLog?: boolean
}

/**
 * Loads a backup into an empty database: the schema of the backup, all rows, then later migrations. Rows are loaded and
 * verified (hashes, digests of all environments, audit log) in one transaction. If anything is wrong or the process is
 * killed, no rows remain, and the restore can be repeated.
 */
export const restore = (
  databaseUrl: string,
  file: Readable,
  passphrase: string | undefined,
  options: RestoreOptions,
): Promise<RestoreSummary> =>
  readBackup(
    file,
    passphrase,
    async (backup) => {
      await makeSchema(databaseUrl, backup.manifest)
      const restored = await inTransaction(databaseUrl, (client) => load(client, backup, options))
      await makeSchema(databaseUrl)
      return restored
    },
    isUnreadable,
  )

/** Migrates an empty database to the schema of the backup, or a restored database to that of this program. */
async function makeSchema(databaseUrl: string, manifest?: Manifest): Promise<void> {
  if (manifest) await inTransaction(databaseUrl, (client) => refuseUnlessEmpty(client, manifest))
  const db = openDb(databaseUrl, 2, () => undefined)
  try {
    await migrate(db, { last: manifest?.migrations.at(-1) })
  } finally {
    await db.destroy()
  }
}

/**
 * The database may only contain the remains of a killed restore: a schema no newer than the backup's, without user
 * data.
 */
async function refuseUnlessEmpty(client: pg.ClientBase, manifest: Manifest): Promise<void> {
  const { rows: others } = await client.query(
    `select 1 from pg_stat_activity where datname = current_database() and application_name like 'fanion-%'
       and pid <> pg_backend_pid()`,
  )
  if (others.length > 0) throw new BackupError('A Fanion server is using this database. Stop it first.')
  const applied = await migrationsOf(client)
  const { rows: tables } = await client.query(
    `select 1 from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') limit 1`,
  )
  const isOurs = applied.length > 0 && applied.every((name, at) => manifest.migrations[at] === name)
  const isEmpty = tables.length === 0 || (isOurs && !(await hasPeople(client)))
  if (!isEmpty) throw new BackupError('This database isn’t empty. Restore into a new one.')
}

async function hasPeople(client: pg.ClientBase): Promise<boolean> {
  const { rows: there } = await client.query<{ there: boolean }>(`select to_regclass('person') is not null as there`)
  if (!there[0]?.there) return false
  const { rows } = await client.query('select 1 from person union all select 1 from project limit 1')
  return rows.length > 0
}

async function load(client: pg.ClientBase, backup: BackupReader, options: RestoreOptions): Promise<RestoreSummary> {
  const { manifest } = backup
  const quoted = (name: string) => client.escapeIdentifier(name)
  const tables = await tablesOf(client)
  for (const { name, columns } of tables) {
    const [mine, theirs] = [columns, manifest.tables.find((table) => table.name === name)?.columns ?? []]
    if (String(mine.toSorted()) !== String(theirs.toSorted()) || tables.length !== manifest.tables.length)
      throw new BackupError(`The table ${name} of the backup isn’t that of its schema. Nothing was restored.`)
  }
  // Triggers are disabled, so that nothing is notified, counted or chained again: their effects are in the backup.
  for (const { name } of tables) await client.query(`alter table ${quoted(name)} disable trigger user`)
  await client.query(`truncate ${tables.map(({ name }) => quoted(name)).join(', ')}`)
  await makePartitions(client, manifest.partitions)
  const bringBack = await dropIndexesForRestore(client)
  let rows = 0
  for (const table of manifest.tables) {
    const columns = table.columns.map(quoted).join(', ')
    const into = client.query(copyFrom(`copy ${quoted(table.name)} (${columns}) from stdin`))
    const sum = await backup.table(table, (bytes) => pipeline(Readable.from(bytes), into))
    rows += sum.rows
  }
  const environments = await verify(client, await backup.sums(), options)
  await backup.end()
  await bringBack()
  for (const { name, last } of manifest.sequences)
    if (last !== null) await client.query('select setval($1, $2)', [quoted(name), last])
  // Pending deferred constraints would prevent `alter table`.
  await client.query('set constraints all immediate')
  for (const { name } of tables) await client.query(`alter table ${quoted(name)} enable trigger user`)
  return { rows, environments, madeAt: manifest.madeAt, version: manifest.version }
}

/**
 * Compares the loaded flags with the recorded digests, verifies the audit log, and returns the number of environments.
 */
async function verify(
  client: pg.ClientBase,
  sums: Sums,
  { tell, allowBrokenAuditLog }: RestoreOptions,
): Promise<number> {
  const db = overClient(client)
  const digests = await environmentDigests(db)
  if (JSON.stringify(digests) !== JSON.stringify(sums.environments))
    throw new BackupError('The flags of an environment aren’t what they were. Nothing was restored.')
  if (await verifyAll(db, tell)) return digests.length
  if (!allowBrokenAuditLog)
    throw new BackupError(
      'The audit log in this backup is broken, as the lines above say. Nothing was restored. To restore it as it is, add --allow-broken-audit-log.',
    )
  tell('The audit log was broken when it was backed up. It is restored as it was.')
  return digests.length
}

async function inTransaction<T>(databaseUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'fanion-restore' })
  await client.connect()
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    return result
  } finally {
    // Closing the connection discards everything uncommitted.
    await client.end()
  }
}
