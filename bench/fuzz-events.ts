/*
 * Sends invalid and unusual bodies through the intake of events and OpenTelemetry log records up to the database, and
 * one in fifty of them to a server in its own process with a small heap and its own PostgreSQL. Exits with 1 if any
 * response violates the schema, is a 5xx, contains a stack trace or is missing, if a duplicate batch is accepted again,
 * or if the stored rows differ from the accepted ones.
 *   npm run fuzz:events -- [bodies] [seed]
 * Defaults: 1 000 000 bodies and a seed from the clock.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { ensureDatabase } from '../src/server/platform/db/embedded/database.ts'
import { startEmbedded } from '../src/server/platform/db/embedded/start.ts'
import { openDb } from '../src/server/platform/db/pool.ts'
import { fuzzEvents } from '../tests/support/event-fuzz.ts'
import { judgeEvents } from '../tests/support/event-judging.ts'
import { startProcess } from '../tests/support/process.ts'
import { anOwner } from '../tests/support/server.ts'

const [bodies = 1_000_000, seed = Date.now() % 2 ** 32] = process.argv.slice(2).map(Number)
const started = performance.now()
const judged = judgeEvents(bodies, seed)
const judging = (performance.now() - started) / 1_000
console.log(
  `seed ${seed}: ${bodies} bodies in ${judging.toFixed(0)} s: ${judged.taken} taken, ${judged.refused} refused`,
)
console.log(`${judged.rows} rows, ${judged.kept} kept; wrong: ${judged.wrong.length}`)
for (const wrong of judged.wrong) console.log(wrong)

const home = await mkdtemp(path.join(os.tmpdir(), 'fanion-fuzz-events-'))
const cluster = await startEmbedded({ home })
const databaseUrl = await ensureDatabase(cluster, 'fuzz')
const db = openDb(databaseUrl, 2, (error) => console.error(error.message))
const server = startProcess({
  ...{ DATABASE_URL: databaseUrl, FANION_DATA_DIR: home, FANION_REQUESTS_PER_MINUTE: '0', LOG_LEVEL: 'error' },
  NODE_OPTIONS: '--max-old-space-size=256',
})
/** Resident memory of the server process, in MiB. */
const memory = async () =>
  Math.round(Number(/^VmRSS:\s+(\d+) kB$/m.exec(await readFile(`/proc/${server.pid}/status`, 'utf8'))?.[1]) / 1_024)

try {
  const url = await server.ready
  const { api, project } = await anOwner(url)
  const event = 'told'
  await api.events.save.mutate({
    ...{ project, key: event, name: event, value: { min: -1, max: 1e6 } },
    properties: { plan: ['free', 'gold'], n: 'number' },
  })
  const made = await api.keys.create.mutate({ project, environment: 'development', kind: 'server', name: 'fuzz' })
  const before = await memory()
  const began = performance.now()
  const found = await fuzzEvents({
    url,
    key: made.text,
    bodies: Math.ceil(bodies / 50),
    seed,
    events: [event],
    connections: 16,
  })
  const seconds = (performance.now() - began) / 1_000
  const alive = (await fetch(`${url}/readyz`)).status
  const { rows } = await sql<{ stored: number; counted: number; batches: number }>`
    select (select count(*) from track)::float8 as stored, (select count(*) from track_batch)::float8 as batches,
      (select sum(count) from intake_count where kind = 'event' and reason = '')::float8 as counted`.execute(db)
  const [kept = { stored: 0, counted: 0, batches: 0 }] = rows
  console.log(
    `seed ${seed}: ${found.bodies} bodies in ${seconds.toFixed(0)} s; answers ${JSON.stringify(found.statuses)}`,
  )
  console.log(
    `${found.batches} batches taken, ${found.repeated} once more; ${found.rows} rows, ${found.accepted} accepted`,
  )
  console.log(
    `stored ${kept.stored} events in ${kept.batches} batches (those of log records too), counted ${kept.counted}`,
  )
  console.log(
    `answered wrongly: ${found.wrong.length}; ready afterwards: ${alive}; memory ${before} → ${await memory()} MiB`,
  )
  for (const wrong of found.wrong) console.log(wrong)
  if (judged.wrong.length > 0 || found.wrong.length > 0 || alive !== 200 || kept.stored !== kept.counted)
    process.exitCode = 1
} finally {
  server.kill('SIGTERM')
  await server.exited
  await db.destroy()
  await cluster.stop('immediate')
  await rm(home, { recursive: true, force: true })
}
