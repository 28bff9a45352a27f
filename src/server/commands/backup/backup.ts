import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { type Pack, pack } from 'tar-stream'
import { version } from '../../../shared/version.ts'
import { overClient } from '../../platform/db/pool.ts'
import { BackupError } from './backup-error.ts'
import { environmentDigests } from './environment-digests.ts'
import { backupFormat, type Manifest, type Sum, type Sums, type Table } from './manifest.ts'
import { rowsIn } from './row-count.ts'
import { encryptBackup } from './sealed.ts'
import { migrationsOf, partitionsOf, sequencesOf, tablesOf } from './tables.ts'

/** Maximum bytes of a table per archive entry, which bounds memory. */
const partBytes = 4 * 1024 * 1024

/** The result of a backup: the number of rows, and the checksums its file must have. */
export type BackupSummary = { readonly rows: number; readonly sums: Sums }

/**
 * Backs up the whole database from one snapshot while it stays in use: a compressed tar archive, encrypted if there is
 * a passphrase. `manifest.json` describes the content, `<table>/<part>.copy` contains rows in PostgreSQL's COPY text
 * format, and `sums.json` is the last entry. The stream ends with an error if the database could not be read
 * completely.
 */
export async function backUp(
  databaseUrl: string,
  passphrase: string | undefined,
): Promise<{ bytes: Readable; done: Promise<BackupSummary> }> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'fanion-backup' })
  await client.connect()
  const archive = pack()
  const done = writeAll(client, archive)
  // The reader of the stream gets the error, too.
  done.catch(() => undefined)
  return { bytes: await encryptBackup(archive as unknown as Readable, passphrase), done }
}

async function writeAll(client: pg.Client, archive: Pack): Promise<BackupSummary> {
  try {
    const result = await write(client, archive)
    archive.finalize()
    return result
  } catch (error) {
    archive.destroy(error instanceof Error ? error : new Error(String(error)))
    throw error
  } finally {
    await client.end()
  }
}

async function write(client: pg.Client, archive: Pack): Promise<BackupSummary> {
  await client.query('begin transaction isolation level repeatable read read only')
  const migrations = await migrationsOf(client)
  if (migrations.length === 0)
    throw new BackupError(
      'Fanion has nothing in this database. Point DATABASE_URL, or FANION_DATA_DIR, to where the server has it.',
    )
  const tables = await tablesOf(client)
  const manifest: Manifest = {
    fanion: 'backup',
    format: backupFormat,
    version,
    madeAt: new Date().toISOString(),
    migrations,
    tables,
    sequences: await sequencesOf(client),
    partitions: await partitionsOf(client),
  }
  await add(archive, 'manifest.json', json(manifest))
  const sums: Sums = { tables: {}, environments: [] }
  const copies: CopiedTable[] = []
  for (const table of tables) {
    const copy = await writeTable(client, archive, table)
    sums.tables[table.name] = copy.sum
    copies.push(copy)
  }
  sums.environments = await environmentDigests(overClient(client))
  // The database's row counts have arrived by now: it reports each after the last byte of a table, maybe in a later
  // packet.
  for (const { table, sum, reportedRows } of copies)
    if (sum.rows !== reportedRows())
      throw new BackupError(
        `${table} has ${reportedRows()} rows, and ${sum.rows} of them arrived. No backup was made. Run it again.`,
      )
  await add(archive, 'sums.json', json(sums))
  await client.query('commit')
  const rows = Object.values(sums.tables).reduce((sum, table) => sum + table.rows, 0)
  return { rows, sums }
}

/** A written table, and how many rows the database reports for it after the copy. */
type CopiedTable = { readonly table: string; readonly sum: Sum; readonly reportedRows: () => number }

async function writeTable(client: pg.Client, archive: Pack, table: Table): Promise<CopiedTable> {
  const columns = table.columns.map((column) => client.escapeIdentifier(column)).join(', ')
  const text = client.query(copyTo(`copy (select ${columns} from ${client.escapeIdentifier(table.name)}) to stdout`))
  const hash = createHash('sha256')
  let part = 0
  let held: Buffer[] = []
  let bytes = 0
  let rows = 0
  const flush = async () => {
    if (bytes === 0) return
    await add(archive, `${table.name}/${String(part++).padStart(6, '0')}.copy`, Buffer.concat(held))
    held = []
    bytes = 0
  }
  for await (const chunk of text as AsyncIterable<Buffer>) {
    hash.update(chunk)
    rows += rowsIn(chunk)
    held.push(chunk)
    bytes += chunk.length
    if (bytes >= partBytes) await flush()
  }
  await flush()
  const sum = { rows, sha256: hash.digest('hex') }
  return { table: table.name, sum, reportedRows: () => text.rowCount }
}

/** Adds a file, and waits until the reader accepts more. */
const add = (archive: Pack, name: string, content: Buffer): Promise<void> =>
  new Promise((resolve, reject) => {
    const entry = archive.entry({ name, size: content.length, mode: 0o600 }, (error) =>
      error ? reject(error) : resolve(),
    )
    entry.end(content)
  })

const json = (content: unknown): Buffer => Buffer.from(`${JSON.stringify(content, null, 1)}\n`)
