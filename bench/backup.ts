/*
 * Measures duration and memory of a backup with 5 000 flags in three environments, first with a tenth of the audit
 * events, then with all, and the startup time of a built server whose database is already running. Writes its sections
 * of docs/benchmarks-upgrade.md.
 *
 *   npm run bench:backup [-- --events 10000000] [--no-write]
 */
import { spawn } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { backUp } from '../src/server/commands/backup/backup.ts'
import { ensureDatabase } from '../src/server/platform/db/embedded/database.ts'
import { startEmbedded } from '../src/server/platform/db/embedded/start.ts'
import { migrate } from '../src/server/platform/db/migrate.ts'
import { openDb } from '../src/server/platform/db/pool.ts'
import { furnish } from './limits/furnish.ts'
import { circumstances, grouped, loadNow, quantile, section, tableOf } from './page.ts'

const { values } = parseArgs({
  options: { events: { type: 'string', default: '10000000' }, write: { type: 'boolean', default: true } },
  allowNegative: true,
})
const all = Number(values.events)
const MiB = 1024 * 1024
const starts = 5
const before = loadNow()
const home = await mkdtemp(path.join(os.tmpdir(), 'fanion-bench-'))
const cluster = await startEmbedded({ home })
const url = await ensureDatabase(cluster, 'bench')
const db = openDb(url, 2, (error) => console.error(error.message), { work: 'migration' })
try {
  await migrate(db)
  await furnish(db, 'shop', 5_000, 3)
  const rows = []
  for (const count of [all / 10, all - all / 10]) {
    await addEvents(count)
    rows.push(await measured())
  }
  section(
    'backup',
    `## Backups

${circumstances(before)}

${tableOf(
  ['rows', 'seconds', 'rows a second', 'file, MiB', 'memory above before, at most, MiB'],
  rows.map(({ count, ms, bytes, peak }) =>
    [count, ms / 1_000, (count / ms) * 1_000, bytes / MiB, peak / MiB].map((value) => grouped(value)),
  ),
)}

${grouped(all)} audit events and 5 000 flags in three environments, and before that a tenth of them; a backup without a passphrase, to
the disk of the database. Memory is the resident set of the process that writes it, no collection is forced. \`npm run bench:backup\``,
    'upgrade',
  )
  const readyMs = []
  for (let n = 0; n < starts; n += 1) readyMs.push(await coldStart())
  const [middle, most] = [quantile(readyMs, 0.5), Math.max(...readyMs)]
  section(
    'start',
    `## Start of a server

${circumstances(before)}

A built server whose database is running and up to date is ready after ${grouped(middle)} ms in the middle of ${starts} starts, ${grouped(most)} ms at
most, from the start of its process; the database has ${grouped(all)} audit events and 5 000 flags. Goal: under 1.5 s${most < 1_500 ? ': met' : ' (missed)'}. \`npm run bench:backup\``,
    'upgrade',
  )
} finally {
  await db.destroy()
  await cluster.stop('immediate')
  await rm(home, { recursive: true, force: true })
}

async function addEvents(count: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`
      insert into event (id, at, actor_kind, actor_name, action, subject, project_id, request_id, address, user_agent)
      select gen_random_uuid(), now(), 'system', 'Fanion', 'flag.create', 'shop/flag-' || n % 500, project.id, '', '', ''
      from project, generate_series(1, ${count}::int) as n`.execute(tx)
  })
}

/** Makes and measures one backup. */
async function measured() {
  const file = path.join(home, 'backup.tar.gz')
  const resident = process.memoryUsage.rss()
  let most = resident
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss())
  }, 50)
  const startedMs = performance.now()
  const { bytes, done } = await backUp(url, undefined)
  await pipeline(bytes, createWriteStream(file))
  const { rows: count } = await done
  const ms = performance.now() - startedMs
  clearInterval(watch)
  const { size } = await stat(file)
  await rm(file)
  return { count, ms, bytes: size, peak: most - resident }
}

/** Milliseconds from the start of a server process until it logs that it is ready. */
async function coldStart(): Promise<number> {
  const env = { ...process.env, PORT: '0', DATABASE_URL: url, FANION_DATA_DIR: home, LOG_LEVEL: 'error' }
  const startedMs = performance.now()
  const child = spawn(process.execPath, [path.resolve(import.meta.dirname, '../bin/fanion.js'), 'start'], { env })
  const ready = await new Promise<number>((resolve, reject) => {
    child.stdout.on('data', (text: Buffer) => {
      if (/Ctrl-C/.test(String(text))) resolve(performance.now() - startedMs)
    })
    child.once('exit', (code) => reject(new Error(`a server ended with ${code}`)))
  })
  child.removeAllListeners('exit')
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await ended
  return ready
}
