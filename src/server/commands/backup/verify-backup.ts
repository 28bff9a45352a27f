import { createReadStream } from 'node:fs'
import { BackupError } from './backup-error.ts'
import type { Sums } from './manifest.ts'
import { readBackup } from './read-backup.ts'

/**
 * Reads a backup back from disk like a restore does: decrypts and decompresses it, and checks the row count and hash of
 * every table against those read from the database. Throws a BackupError if they differ.
 */
export async function verifyBackup(file: string, passphrase: string | undefined, expected: Sums): Promise<void> {
  try {
    await readBackup(createReadStream(file), passphrase, async (backup) => {
      for (const table of backup.manifest.tables) {
        const { rows } = await backup.table(table, drain)
        if (rows !== expected.tables[table.name]?.rows) throw new BackupError(`${table.name} has ${rows} rows in it.`)
      }
      if (JSON.stringify(await backup.sums()) !== JSON.stringify(expected)) throw new BackupError('Its sums differ.')
      await backup.end()
    })
  } catch (cause) {
    throw new BackupError(
      'The backup was written, but reading it back failed, so it was deleted. Check the disk, and run it again.',
      { cause },
    )
  }
}

async function drain(bytes: AsyncIterable<Buffer>): Promise<void> {
  for await (const _ of bytes);
}
