import { createReadStream, createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { type Config, readConfig } from '../config.ts'
import { runningDatabase } from '../db/embedded/running.ts'
import { withDatabase } from '../operator/with-database.ts'
import { StartError } from '../start-error.ts'
import { backUp } from './backup.ts'
import { BackupError } from './backup-error.ts'
import { isFileError } from './file-error.ts'
import { restore } from './restore.ts'

/**
 * `fanion backup <file>`: writes the whole database to a file, while a server runs or not. The file is there when all of it
 * is on the disk, and never in parts; one that is there already is refused. Exits with 1 where it cannot be done.
 */
export async function backupCommand(args: readonly string[], usage: string): Promise<void> {
  const file = oneFile(args, usage)
  await told(async (config) => {
    if (file.endsWith('.age') !== (config.backupPassphrase !== undefined)) {
      throw new BackupError(
        config.backupPassphrase === undefined
          ? `To encrypt ${file}, set FANION_BACKUP_PASSPHRASE; else leave out “.age”.`
          : `FANION_BACKUP_PASSPHRASE is set: name the file ${file}.age, or unset it.`,
      )
    }
    await withDatabase(config, async (url) => {
      const started = performance.now()
      const { rows, environments } = await writeFile(url, file, config.backupPassphrase)
      console.log(
        `${rows} rows, with the flags of ${environments} environments, are in ${file} now (${secondsSince(started)} s).`,
      )
      console.log('FANION_SECRET isn’t in it: keep it apart. What it seals can’t be read without it.')
    })
  })
}

/**
 * `fanion restore <file>`: loads a backup into an empty database, verified, all or nothing. Exits with 1 where it cannot be
 * done.
 */
export async function restoreCommand(args: readonly string[], usage: string): Promise<void> {
  const file = oneFile(args, usage)
  await told(async (config) => {
    if (config.databaseUrl === undefined && runningDatabase(config.dataDir, 'fanion') !== undefined)
      throw new BackupError('A Fanion server is running on this folder. Stop it, and restore into an empty folder.')
    await withDatabase(config, async (url) => {
      const started = performance.now()
      const { rows, environments, madeAt, version } = await restore(
        url,
        createReadStream(file),
        config.backupPassphrase,
        console.log,
      )
      console.log(
        `${rows} rows are restored, and the flags of ${environments} environments are what they were (${secondsSince(started)} s).`,
      )
      console.log(
        `The backup was made at ${madeAt} by Fanion ${version}. Start the server with the FANION_SECRET of that time (where none was set: the file “secret” of its data folder).`,
      )
    })
  })
}

async function writeFile(url: string, file: string, passphrase: string | undefined) {
  const part = `${file}.part`
  const there = await open(file, 'r').catch((error: unknown) => {
    if (isFileError(error) && error.code === 'ENOENT') return undefined
    throw error
  })
  await there?.close()
  if (there) throw new BackupError(`${file} is there already. Choose another name.`)
  try {
    const { bytes, done } = await backUp(url, passphrase)
    await pipeline(bytes, createWriteStream(part, { mode: 0o600, flush: true }))
    const result = await done
    await rename(part, file)
    return result
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}

function oneFile(args: readonly string[], usage: string): string {
  const [file, ...more] = args
  if (file !== undefined && /\.tar\.gz(\.age)?$/.test(file) && more.length === 0) return file
  console.error(`Name one file that ends with .tar.gz, or .tar.gz.age where it is encrypted.\n\n${usage}`)
  process.exit(2)
}

/** Whatever stops it is told in a sentence where we know one. */
async function told(work: (config: Config) => Promise<void>): Promise<void> {
  try {
    await work(readConfig())
  } catch (error) {
    const isOurs = error instanceof BackupError || error instanceof StartError || isFileError(error)
    console.error(isOurs ? `\nfanion: ${error.message}\n` : error)
    process.exit(1)
  }
  process.exit(0)
}

const secondsSince = (started: number): string => ((performance.now() - started) / 1_000).toFixed(1)
