import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { withSettings } from '../config.ts'
import { newFile, openFile } from '../new-file.ts'
import { operate } from '../operator/operate.ts'
import { withDatabase } from '../operator/with-database.ts'
import { backUp } from './backup.ts'
import { BackupError } from './backup-error.ts'
import { restore } from './restore.ts'

/**
 * `fanion backup <file>`: writes the whole database to a file, while a server runs or not. The file is there when all of it
 * is on the disk, and never in parts; one that is there already is refused. Exits with 1 where it cannot be done.
 */
export async function backupCommand(args: readonly string[], usage: string): Promise<void> {
  const file = oneFile(args, usage)
  await operate(async () => {
    const { config } = withSettings([])
    if (file.endsWith('.age') !== (config.backupPassphrase !== undefined)) {
      throw new BackupError(
        config.backupPassphrase === undefined
          ? `To encrypt ${file}, set FANION_BACKUP_PASSPHRASE; else leave out “.age”.`
          : `FANION_BACKUP_PASSPHRASE is set: name the file ${file}.age, or unset it.`,
      )
    }
    await withDatabase(config, 'there', async (url) => {
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
  await operate(async () => {
    const { config } = withSettings([])
    const handle = await openFile(file)
    await withDatabase(config, 'new', async (url) => {
      const started = performance.now()
      const { rows, environments, madeAt, version } = await restore(
        url,
        handle.createReadStream(),
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

const writeFile = (url: string, file: string, passphrase: string | undefined) =>
  newFile(file, async (part) => {
    const { bytes, done } = await backUp(url, passphrase)
    await pipeline(bytes, createWriteStream(part))
    return done
  })

function oneFile(args: readonly string[], usage: string): string {
  const [file, ...more] = args
  if (file !== undefined && /\.tar\.gz(\.age)?$/.test(file) && more.length === 0) return file
  console.error(`Name one file that ends with .tar.gz, or .tar.gz.age where it is encrypted.\n\n${usage}`)
  process.exit(2)
}

const secondsSince = (started: number): string => ((performance.now() - started) / 1_000).toFixed(1)
