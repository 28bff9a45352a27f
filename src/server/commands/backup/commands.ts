import { withSettings } from '../../config.ts'
import { openFile } from '../../new-file.ts'
import { operate } from '../operate.ts'
import { withDatabase } from '../with-database.ts'
import { BackupError } from './backup-error.ts'
import { restore } from './restore.ts'
import { writeBackup } from './write-backup.ts'

/**
 * `fanion backup <file>`: writes the whole database to a file, whether or not a server is running. The file appears
 * only after it was synced and read back. Never overwrites a file. Exits with 1 if it fails.
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
      const { rows, sums } = await writeBackup(url, file, config.backupPassphrase)
      console.log(
        `${rows} rows, with the flags of ${sums.environments.length} environments, are in ${file} now, read back and verified (${secondsSince(started)} s).`,
      )
      console.log('FANION_SECRET isn’t in it: keep it apart. What it seals can’t be read without it.')
    })
  })
}

const allowBroken = '--allow-broken-audit-log'

/** `fanion restore <file>`: loads a backup into an empty database, verified, all or nothing. Exits with 1 if it fails. */
export async function restoreCommand(args: readonly string[], usage: string): Promise<void> {
  const file = oneFile(
    args.filter((arg) => arg !== allowBroken),
    usage,
  )
  await operate(async () => {
    const { config } = withSettings([])
    const handle = await openFile(file)
    await withDatabase(config, 'new', async (url) => {
      const started = performance.now()
      const { rows, environments, madeAt, version } = await restore(
        url,
        handle.createReadStream(),
        config.backupPassphrase,
        { tell: console.log, allowBrokenAuditLog: args.includes(allowBroken) },
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

function oneFile(args: readonly string[], usage: string): string {
  const [file, ...more] = args
  if (file !== undefined && /\.tar\.gz(\.age)?$/.test(file) && more.length === 0) return file
  console.error(`Name one file that ends with .tar.gz, or .tar.gz.age where it is encrypted.\n\n${usage}`)
  process.exit(2)
}

const secondsSince = (started: number): string => ((performance.now() - started) / 1_000).toFixed(1)
