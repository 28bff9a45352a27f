import { randomBytes } from 'node:crypto'
import { uuidv7 } from 'uuidv7'
import { limits } from '../../shared/limits.ts'
import { withSettings } from '../config.ts'
import { ArchiveError, archiveAudit } from '../features/audit/archive-audit.ts'
import { checkpointAudit } from '../features/audit/checkpoint-audit.ts'
import { notedLink, verifyAll } from '../features/audit/verify-all.ts'
import { databaseNow } from '../platform/db/database-clock.ts'
import { runningDatabase } from '../platform/db/embedded/running.ts'
import { isReadOnly } from '../platform/db/failure.ts'
import { type Db, openDb } from '../platform/db/pool.ts'
import type { Ctx } from '../platform/kernel/ctx.ts'
import { systemCtx } from '../platform/workers/system-ctx.ts'
import { StartError } from '../start-error.ts'
import { operate } from './operate.ts'

/**
 * `fanion audit verify [<link>] [<file>…]`: records the heads of all hash chains, so that the printed link vouches for
 * them, and verifies the log together with the given archives. Exits with 0 if it is intact, 1 if it is broken or
 * unreadable, 2 if the link is malformed.
 */
export async function verifyCommand(args: readonly string[], usage: string): Promise<void> {
  const [first, ...rest] = args
  const noted = first === undefined ? undefined : notedLink(first)
  const files = noted ? rest : args
  const noFile = files.find((file) => !/\.jsonl?(\.gz)?$/.test(file))
  if (noFile !== undefined) {
    console.error(
      `"${noFile}" isn’t a link, nor an archive (.jsonl or .jsonl.gz). Use a link exactly as it was printed, such as 12:9f86d0….\n\n${usage}`,
    )
    process.exit(2)
  }
  await operate(async () => {
    const db = openRunning()
    await recordChains(db)
    return verifyAll(db, console.log, noted, files)
  })
}

/**
 * `fanion audit archive <months> <file>`: verifies the log and moves the oldest events to a file. Exits with 0 if that
 * was done or nothing was due, 1 if it fails, 2 for wrong usage.
 */
export async function archiveCommand(args: readonly string[], usage: string): Promise<void> {
  const [text = '', file = '', ...more] = args
  const months = /^\d{1,4}$/.test(text) ? Number(text) : 0
  if (months < limits.auditMonthsKept || !/\.jsonl(\.gz)?$/.test(file) || more.length > 0) {
    console.error(
      `Say how many months stay, at least ${limits.auditMonthsKept}, and a file that ends with .jsonl or .jsonl.gz.\n\n${usage}`,
    )
    process.exit(2)
  }
  await operate(async () => {
    const db = openRunning()
    if (!(await verifyAll(db, console.log))) throw new ArchiveError('A broken audit log isn’t archived.')
    const { events, until } = await archiveAudit(contextOf(db, await databaseNow(db)), { months, file })
    const day = until.toISOString().slice(0, 10)
    console.log(
      events === 0
        ? `There are no events from before ${day}.`
        : `${events} events from before ${day} are in ${file} now.`,
    )
  })
}

/** Opens the operator's database, or that of the server running on this folder. */
function openRunning(): Db {
  const { config } = withSettings([])
  const url = config.databaseUrl ?? runningDatabase(config.dataDir, 'fanion')
  if (url) return openDb(url, 2, (error) => console.error(error.message))
  throw new StartError(
    `No Fanion server is running on ${config.dataDir}. Start it, or point DATABASE_URL or FANION_DATA_DIR to the right one.`,
  )
}

/** A database that cannot be written to, such as a replica, is verified anyway. */
async function recordChains(db: Db): Promise<void> {
  try {
    await checkpointAudit(contextOf(db, await databaseNow(db)))
  } catch (error) {
    if (!isReadOnly(error)) throw error
    console.log('this database is read-only: the link vouches for projects as they were at the last checkpoint')
  }
}

const contextOf = (db: Db, now: Date): Ctx =>
  systemCtx({
    db,
    now: () => now,
    newId: uuidv7,
    newSecret: (size) => randomBytes(size).toString('base64url'),
    log: { error: console.error, warn: console.error, info: () => undefined },
  })
