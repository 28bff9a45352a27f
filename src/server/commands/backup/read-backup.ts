import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'
import { extract } from 'tar-stream'
import { migrations as known } from '../../../../migrations/index.ts'
import { BackupError } from './backup-error.ts'
import { backupFormat, Manifest, type Sum, Sums, type Table } from './manifest.ts'
import { rowsIn } from './row-count.ts'
import { decryptBackup } from './sealed.ts'

/** Reads a backup in file order: `table` for each table of the manifest, then `sums`, then `end`. */
export type BackupReader = {
  readonly manifest: Manifest
  /** Passes on the bytes of a table. Returns their row count and hash. */
  readonly table: (table: Table, load: (bytes: AsyncIterable<Buffer>) => Promise<void>) => Promise<Sum>
  /** Reads `sums.json`. Throws unless it has the hash of every table that was read. */
  readonly sums: () => Promise<Sums>
  /** Reads to the end of the file, where compression and encryption have their own checksums. */
  readonly end: () => Promise<void>
}

/**
 * Opens a backup and passes it to `read`. Throws a BackupError if the file is not a complete backup in a known format,
 * or if `isDamage` recognizes an error that only damaged content can cause.
 */
export async function readBackup<T>(
  file: Readable,
  passphrase: string | undefined,
  read: (backup: BackupReader) => Promise<T>,
  isDamage: (error: unknown) => boolean = () => false,
): Promise<T> {
  const archive = extract()
  let torn: unknown
  try {
    const bytes = await decryptBackup(file, passphrase)
    const whole = pipeline(bytes, archive)
    whole.catch((error: unknown) => {
      torn = error
    })
    const entries = archive[Symbol.asyncIterator]()
    return await read(readerOf(entries, await readManifest(entries), whole))
  } catch (cause) {
    // The archive's error may reach its reader before the pipeline reports it.
    await setImmediate()
    if (cause instanceof BackupError || !(torn !== undefined || isDamage(cause))) throw cause
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

function readerOf(entries: Entries, manifest: Manifest, whole: Promise<void>): BackupReader {
  const found = new Map<string, Sum>()
  let next: IteratorResult<Entry> | undefined
  const current = async () => (next ??= await entries.next())
  return {
    manifest,
    table: async ({ name }, load) => {
      const hash = createHash('sha256')
      let rows = 0
      const bytes = async function* (): AsyncGenerator<Buffer> {
        for (let at = await current(); !at.done && at.value.header.name.startsWith(`${name}/`); at = await current()) {
          for await (const chunk of at.value as AsyncIterable<Buffer>) {
            hash.update(chunk)
            rows += rowsIn(chunk)
            yield chunk
          }
          next = undefined
        }
      }
      await load(bytes())
      const sum = { rows, sha256: hash.digest('hex') }
      found.set(name, sum)
      return sum
    },
    sums: async () => {
      const at = await current()
      const content = at.done || at.value.header.name !== 'sums.json' ? undefined : await jsonOf(at.value)
      next = undefined
      const sums = Sums.safeParse(content)
      if (!sums.success) throw new BackupError('The backup is damaged or was cut short. Nothing was restored.')
      for (const [name, { sha256 }] of found)
        if (sums.data.tables[name]?.sha256 !== sha256)
          throw new BackupError(`The backup is damaged: ${name} isn’t what it was. Nothing was restored.`)
      return sums.data
    },
    end: async () => {
      for (let at = await current(); !at.done; at = await entries.next()) at.value.resume()
      await whole
    },
  }
}

async function readManifest(entries: Entries): Promise<Manifest> {
  const first = await entries.next()
  const content: unknown = first.done || first.value.header.name !== 'manifest.json' ? {} : await jsonOf(first.value)
  const { format } = (content ?? {}) as { format?: unknown }
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

async function jsonOf(entry: Entry): Promise<unknown> {
  const chunks: Buffer[] = []
  for await (const chunk of entry as AsyncIterable<Buffer>) chunks.push(chunk)
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'))
  } catch {
    return undefined
  }
}
