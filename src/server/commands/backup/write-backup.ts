import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { newFile } from '../../new-file.ts'
import { type BackupSummary, backUp } from './backup.ts'
import { verifyBackup } from './verify-backup.ts'

/** Writes a backup to a new file, which appears only after its content was read back and verified. */
export const writeBackup = (url: string, file: string, passphrase: string | undefined): Promise<BackupSummary> =>
  newFile(file, async (part) => {
    const { bytes, done } = await backUp(url, passphrase)
    await pipeline(bytes, createWriteStream(part))
    const result = await done
    await verifyBackup(part, passphrase, result.sums)
    return result
  })
