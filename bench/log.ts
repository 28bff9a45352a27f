/*
 * Measures the log on a PostgreSQL that syncs to disk: publishing with concurrent publishes, past revisions, pages of
 * the audit log, and delays of schedules. Prints a table, and writes docs/benchmarks-log.md if all parts ran.
 *   npm run bench:log -- [--only publishing,past,audit,schedules] [--flags 5000] [--revisions 100000]
 *   [--events 10000000] [--publishes 100] [--schedules 50]
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { ensureDatabase } from '../src/server/platform/db/embedded/database.ts'
import { startEmbedded } from '../src/server/platform/db/embedded/start.ts'
import { migrate } from '../src/server/platform/db/migrate.ts'
import { openDb } from '../src/server/platform/db/pool.ts'
import { auditPages } from './log/audit-pages.ts'
import { cpuClock, type Row } from './log/measure.ts'
import { thePast } from './log/past.ts'
import { publishers, publishing } from './log/publishing.ts'
import { report, verdict } from './log/report.ts'
import { schedules } from './log/schedules.ts'

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    flags: { type: 'string', default: '5000' },
    revisions: { type: 'string', default: '100000' },
    events: { type: 'string', default: '10000000' },
    publishes: { type: 'string', default: '100' },
    schedules: { type: 'string', default: '50' },
  },
})
const flags = Number(values.flags)

const home = await mkdtemp(path.join(os.tmpdir(), 'fanion-bench-'))
const cluster = await startEmbedded({ home })
const db = openDb(await ensureDatabase(cluster, 'bench'), publishers + 2, (error) => console.error(error.message))
const clock = cpuClock(cluster.pid)
const parts: Record<string, () => Promise<Row[]>> = {
  publishing: () => publishing(db, clock, flags, Number(values.publishes)),
  past: () => thePast(db, clock, flags, Number(values.revisions)),
  schedules: () => schedules(db, Number(values.schedules)),
  audit: () => auditPages(db, Number(values.events)),
}
try {
  await migrate(db)
  const rows: Row[] = []
  for (const [name, part] of Object.entries(parts)) {
    if (values.only !== undefined && !values.only.split(',').includes(name)) continue
    const done = await part()
    console.table(done.map(({ goal, ...row }) => ({ ...row, goal: verdict(row, goal) })))
    rows.push(...done)
  }
  const { rows: version } = await sql<{ serverVersion: string }>`show server_version`.execute(db)
  const cpu = os.cpus()
  const run = {
    date: new Date().toISOString().slice(0, 10),
    node: process.versions.node,
    postgres: version[0]?.serverVersion ?? '',
    machine: `${cpu.length} × ${cpu[0]?.model.trim()}`,
    rows,
  }
  const page = report(run)
  if (values.only === undefined) await writeFile(path.resolve(import.meta.dirname, '../docs/benchmarks-log.md'), page)
  else console.log(page)
} finally {
  await db.destroy()
  await cluster.stop('immediate')
  await rm(home, { recursive: true, force: true })
}
