import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { extract } from 'tar-stream'
import { migrations as known } from '../../../migrations/index.ts'
import { migrate } from '../db/migrate.ts'
import { openDb, overClient } from '../db/pool.ts'
import { verifyAll } from '../domain/audit/verify-all.ts'
import { BackupError } from './backup-error.ts'
import { environmentDigests } from './environment-digests.ts'
import { backupFormat, Manifest, type Sum, Sums } from './manifest.ts'
import { opened } from './sealed.ts'
import { makePartitions, setIndexesAside } from './shape.ts'
import { migrationsOf, tablesOf } from './tables.ts'

/** What a restore came to. */
export type Restored = Pick<Manifest, 'madeAt' | 'version'> & { readonly rows: number; readonly environments: number }

/** PostgreSQL could not make rows of it: SQLSTATE classes 22 (data) and 23 (what belongs together). */
const isUnreadable = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^2[23]/.test(String(error.code))

/**
 * Loads a backup into an empty database: its schema as it was, all rows, then the migrations that came later. Rows are loaded
 * and verified (sums, the digests of all environments, the audit log) in one transaction: where anything is wrong, or the
 * process is killed, there are no rows, and it can be done again. `tell` hears what the audit log's verification says.
 */
export async function restore(
  databaseUrl: string,
  file: Readable,
  passphrase: string | undefined,
  tell: (line: string) => void,
): Promise<Restored> {
  const archive = extract()
  let torn = false
  try {
    const bytes = await opened(file, passphrase)
    pipeline(bytes, archive).catch(() => {
      torn = true
    })
    const entries = archive[Symbol.asyncIterator]()
    const manifest = await manifestOf(entries)
    await makeSchema(databaseUrl, manifest)
    const restored = await inTransaction(databaseUrl, (client) => load(client, entries, manifest, tell))
    await makeSchema(databaseUrl)
    return restored
  } catch (cause) {
    // whoever read the archive may hear of its end before it does
    await setImmediate()
    if (cause instanceof BackupError || !(torn || isUnreadable(cause))) throw cause
    throw new BackupError('This isn’t a backup of Fanion, or it is damaged or was cut short. Nothing was restored.', {
      cause,
    })
  } finally {
    archive.destroy()
    file.destroy()
  }
}

type Archive = ReturnType<typeof extract>
type Entry = Archive extends AsyncIterable<infer E> ? E : never
type Entries = AsyncIterator<Entry>

async function manifestOf(entries: Entries): Promise<Manifest> {
  const first = await entries.next()
  const content: unknown = first.done || first.value.header.name !== 'manifest.json' ? {} : await jsonOf(first.value)
  const { format } = content as { format?: unknown }
  if (typeof format === 'number' && format > backupFormat) {
    throw new BackupError('This backup was made by a newer Fanion. Restore it with that version.')
  }
  const read = Manifest.safeParse(content)
  if (!read.success) throw new BackupError('This isn’t a backup of Fanion. Nothing was restored.')
  const unknown = read.data.migrations.filter((name) => !(name in known))
  if (unknown.length === 0) return read.data
  throw new BackupError(
    `This backup was made by a newer Fanion (${read.data.version}; it has ${unknown.join(', ')}). Restore it with that version.`,
  )
}

/** Brings an empty database to the schema of the backup; without one, a restored database to that of this program. */
async function makeSchema(databaseUrl: string, manifest?: Manifest): Promise<void> {
  if (manifest) await inTransaction(databaseUrl, (client) => refuseUnlessEmpty(client, manifest))
  const db = openDb(databaseUrl, 1, () => undefined)
  try {
    await migrate(db, manifest?.migrations.at(-1))
  } finally {
    await db.destroy()
  }
}

/** Only what a restore itself left when it was killed may be there: a schema no newer than the backup's, without any rows of people. */
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

async function load(
  client: pg.ClientBase,
  entries: Entries,
  manifest: Manifest,
  tell: (line: string) => void,
): Promise<Restored> {
  const quoted = (name: string) => client.escapeIdentifier(name)
  const tables = await tablesOf(client)
  for (const { name, columns } of tables) {
    const [mine, theirs] = [columns, manifest.tables.find((table) => table.name === name)?.columns ?? []]
    if (String(mine.toSorted()) !== String(theirs.toSorted()) || tables.length !== manifest.tables.length)
      throw new BackupError(`The table ${name} of the backup isn’t that of its schema. Nothing was restored.`)
  }
  // nothing is told, counted or chained again: what came of it is in the backup
  for (const { name } of tables) await client.query(`alter table ${quoted(name)} disable trigger user`)
  await client.query(`truncate ${tables.map(({ name }) => quoted(name)).join(', ')}`)
  await makePartitions(client, manifest.partitions)
  const bringBack = await setIndexesAside(client)
  const loaded = new Map<string, Sum>()
  let next = await entries.next()
  for (const { name, columns } of manifest.tables) {
    const hash = createHash('sha256')
    const parts = async function* (): AsyncGenerator<Buffer> {
      for (; !next.done && next.value.header.name.startsWith(`${name}/`); next = await entries.next()) {
        for await (const chunk of next.value as AsyncIterable<Buffer>) {
          hash.update(chunk)
          yield chunk
        }
      }
    }
    const into = client.query(copyFrom(`copy ${quoted(name)} (${columns.map(quoted).join(', ')}) from stdin`))
    await pipeline(Readable.from(parts()), into)
    loaded.set(name, { rows: into.rowCount, sha256: hash.digest('hex') })
  }
  const sums = next.done || next.value.header.name !== 'sums.json' ? undefined : await jsonOf(next.value)
  const environments = await verify(client, Sums.safeParse(sums).data, loaded, tell)
  await bringBack()
  for (const { name, last } of manifest.sequences)
    if (last !== null) await client.query('select setval($1, $2)', [quoted(name), last])
  // what waits for the end of the transaction would keep the tables from being changed
  await client.query('set constraints all immediate')
  for (const { name } of tables) await client.query(`alter table ${quoted(name)} enable trigger user`)
  const rows = [...loaded.values()].reduce((sum, table) => sum + table.rows, 0)
  return { rows, environments, madeAt: manifest.madeAt, version: manifest.version }
}

/** Holds what was loaded to what was saved; returns how many environments that are. */
async function verify(
  client: pg.ClientBase,
  sums: Sums | undefined,
  loaded: ReadonlyMap<string, Sum>,
  tell: (line: string) => void,
): Promise<number> {
  if (!sums) throw new BackupError('The backup is damaged or was cut short. Nothing was restored.')
  for (const [name, { rows, sha256 }] of loaded) {
    const said = sums.tables[name]
    if (said?.rows !== rows || said.sha256 !== sha256)
      throw new BackupError(`The backup is damaged: ${name} isn’t what it was. Nothing was restored.`)
  }
  const db = overClient(client)
  const digests = await environmentDigests(db)
  if (JSON.stringify(digests) !== JSON.stringify(sums.environments))
    throw new BackupError('The flags of an environment aren’t what they were. Nothing was restored.')
  if (!(await verifyAll(db, tell))) tell('The audit log was broken before it was backed up: it is restored as it was.')
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
    // what was not committed is gone with the connection
    await client.end()
  }
}

async function jsonOf(entry: Entry): Promise<unknown> {
  const chunks: Buffer[] = []
  for await (const chunk of entry as AsyncIterable<Buffer>) chunks.push(chunk)
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'))
  } catch {
    return undefined
  }
}
