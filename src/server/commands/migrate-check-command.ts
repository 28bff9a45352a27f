import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { version } from '../../shared/version.ts'
import { withSettings } from '../config.ts'
import { checkDatabase, ownFolder } from '../prepare-database.ts'
import { operate } from './operate.ts'
import { withDatabase } from './with-database.ts'

const mib = 1024 ** 2

/**
 * `fanion migrate --check`: prints what `fanion migrate`, or the next start, would do to the database. Read-only. Exits
 * with 1 if it would fail.
 */
export async function migrateCheckCommand(): Promise<void> {
  await operate(async () => {
    const { config } = withSettings([])
    const secret = config.secret || secretIn(config.dataDir)
    const folder = ownFolder(config)
    const { pending, functions, rights, problems, room, free } = await withDatabase(config, 'there', (url) =>
      checkDatabase({ url, secret, secretPrevious: config.secretPrevious, folder }),
    )
    const postgres = `PostgreSQL ${Math.floor(rights.versionNumber / 10_000)}, role ${rights.role}`
    const isCurrent = pending.length === 0 && functions.length === 0
    if (isCurrent && problems.length > 0) {
      for (const problem of problems) console.log(`✗ ${problem}`)
      return false
    }
    if (isCurrent) {
      console.log(`The database is what Fanion ${version} expects (${postgres}). Nothing would change.`)
      return true
    }
    if (pending.length > 0) {
      console.log(`Fanion ${version} would apply ${pending.length} migrations (${postgres}):\n`)
      for (const name of pending) console.log(`  ${name}`)
    }
    if (functions.length > 0) {
      console.log(
        `${pending.length > 0 ? '\nIt' : `Fanion ${version}`} would create or replace ${functions.length} functions:\n`,
      )
      for (const name of functions) console.log(`  ${name}`)
    }
    const freeSpace =
      free === undefined
        ? `Its free space can’t be seen from here: ${Math.ceil(room / mib)} MiB should be free on the disk of the database.`
        : `${Math.floor(free / mib)} MiB are free on its disk; ${Math.ceil(room / mib)} MiB are enough.`
    console.log(`\n${freeSpace}`)
    for (const problem of problems) console.log(`✗ ${problem}`)
    console.log(problems.length === 0 ? 'Nothing was changed.' : 'It would be refused. Nothing was changed.')
    return problems.length === 0
  })
}

/** Returns the secret that an earlier start created in the data folder, if any. */
function secretIn(dataDir: string): string | undefined {
  const file = path.join(dataDir, 'secret')
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined
}
