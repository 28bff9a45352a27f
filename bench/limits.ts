/*
 * Measures which part fails first at our limits: 10 000 flags in 20 environments, 500 open tabs, 10 000 reporting
 * applications, ten million hourly counts; and how each grows from 100 flags. Writes docs/benchmarks-limits.md.
 *   npm run bench:limits -- [--flags 10000] [--environments 20] [--tabs 500] [--programs 10000] [--counts 10000000]
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { readConfig } from '../src/server/config.ts'
import { rollUpCounts } from '../src/server/features/usage/roll-up-counts.ts'
import { ensureDatabase } from '../src/server/platform/db/embedded/database.ts'
import { startEmbedded } from '../src/server/platform/db/embedded/start.ts'
import { openDb } from '../src/server/platform/db/pool.ts'
import { startServer } from '../src/server/server.ts'
import { countHours } from './limits/counts.ts'
import { furnish, keyOf } from './limits/furnish.ts'
import { measured, type Row, words } from './limits/measure.ts'
import { publishes } from './limits/publishes.ts'
import { report } from './limits/report.ts'
import { stage } from './limits/stage.ts'
import { telemetry } from './limits/telemetry.ts'

const { values } = parseArgs({
  options: {
    flags: { type: 'string', default: '10000' },
    environments: { type: 'string', default: '20' },
    tabs: { type: 'string', default: '500' },
    programs: { type: 'string', default: '10000' },
    counts: { type: 'string', default: '10000000' },
  },
})
const [environments, tabs, programs] = [Number(values.environments), Number(values.tabs), Number(values.programs)]
const projects = { small: 'small', big: 'big' } as const
const sizes = ['small', 'big'] as const

const loadBefore = os.loadavg()[0]?.toFixed(1)
const startedMs = performance.now()
const home = await mkdtemp(path.join(os.tmpdir(), 'fanion-bench-limits-'))
const cluster = await startEmbedded({ home })
const databaseUrl = await ensureDatabase(cluster, 'limits')
// disables rate limits, so that only the work is measured
const settings = { PORT: '0', FANION_DATA_DIR: home, LOG_LEVEL: 'error', FANION_REQUESTS_PER_MINUTE: '0' }
const server = await startServer(readConfig(settings), databaseUrl)
/** Maximum duration of a step. The run fails if a step takes longer. */
const patienceMs = 300_000
const db = openDb(databaseUrl, 3, (error) => console.error(error.message))
const rows: Row[] = []
const say = (row: Row) => {
  rows.push(row)
  console.log(`${row.what}: ${[row.small, row.big].filter(Boolean).join(' → ')}`)
}
try {
  const cookie = await signUp()
  const call = async (procedure: string, input: object): Promise<number> => {
    const address = `${server.url}/trpc/${procedure}?input=${encodeURIComponent(JSON.stringify(input))}`
    const response = await fetch(address, { headers: { cookie }, signal: AbortSignal.timeout(patienceMs) })
    const text = await response.text()
    if (!response.ok) throw new Error(`${procedure}: ${text.slice(0, 300)}`)
    return text.length
  }
  const send = async (procedure: string, input: object): Promise<void> => {
    const headers = { cookie, 'content-type': 'application/json' }
    const response = await fetch(`${server.url}/trpc/${procedure}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(input),
      signal: AbortSignal.timeout(patienceMs),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${procedure}: ${text.slice(0, 300)}`)
  }
  const furnished = {
    small: await stage('100 flags', () => furnish(db, projects.small, 100, environments)),
    big: await stage(`${values.flags} flags`, () => furnish(db, projects.big, Number(values.flags), environments)),
  }
  await stage(`${values.counts} counts`, () => countHours(db, furnished.big, Number(values.counts)))

  const both = async (
    { what, procedure, input, ...row }: Row & { procedure: string; input: object },
    times = 100,
  ): Promise<void> => {
    const taken: Record<string, string> = {}
    for (const size of sizes) {
      const asked = { project: projects[size], ...input }
      taken[size] = await stage(`${what} (${size})`, async () => {
        if (times > 1) await call(procedure, asked)
        return words(await measured(times, () => call(procedure, asked)))
      })
    }
    say({ what, ...row, ...taken })
  }
  const before = {
    list: '3 440–10 400 ms, 17 431 kB, processor 1 650–3 100 ms',
    states: '3 700–4 350 ms without any counts, 1 491 kB',
  }
  const page = 'p95 under 50 ms, under 100 kB'
  const list = { procedure: 'flags.list' }
  await both({ ...list, what: '`flags.list`, first page', input: {}, before: before.list, goal: page })
  await both(
    { ...list, what: '`flags.list`, first filter about environments after a start, once', input: { query: 'on:any' } },
    1,
  )
  await both({
    ...list,
    what: '`flags.list`, a word',
    input: { query: 'checkout' },
    before: 'in the browser',
    goal: page,
  })
  await both({
    ...list,
    what: '`flags.list`, on in any environment',
    input: { query: 'on:any' },
    before: 'in the browser',
    goal: page,
  })
  await both({
    ...list,
    what: '`flags.list`, by the last change',
    input: { sort: 'updated' },
    before: 'in the browser',
    goal: page,
  })
  await both({
    what: '`flags.keys`, fifty for a picker',
    procedure: 'flags.keys',
    input: { limit: 50, query: 'check' },
    before: before.list,
  })
  await both({ what: '`flags.keys`, all for the palette', procedure: 'flags.keys', input: {}, before: before.list }, 5)
  const subjects = [{ kind: 'flag', key: keyOf(7) }]
  await both({
    what: '`history.asOf` of a flag page',
    procedure: 'history.asOf',
    input: { environment: 'production', subjects },
  })
  await both(
    {
      what: '`history.asOf` of everything, as a flag page asked before',
      procedure: 'history.asOf',
      input: { environment: 'production' },
    },
    3,
  )
  await both({ what: '`insights.states`, first after a start, once', procedure: 'insights.states', input: {} }, 1)
  const goal = 'under 100 ms'
  await both(
    {
      what: `\`insights.states\`, a page, ${values.counts} counts`,
      procedure: 'insights.states',
      input: {},
      before: before.states,
      goal,
    },
    10,
  )

  const told: Partial<Record<(typeof sizes)[number], string>> = {}
  for (const size of sizes)
    told[size] = await stage(`publishes (${size})`, () => publishes(db, server.url, cookie, projects[size], tabs, send))
  const tabsBefore = { before: '17 431 kB a tab', goal: 'under 2 kB a tab' }
  say({ what: `a publish, ${tabs} open tabs`, ...told, ...tabsBefore })

  const rolled = performance.now()
  await stage('roll-up', () => rollUpCounts(db, new Date()))
  say({
    what: 'roll-up of 90 days at once',
    big: `${((performance.now() - rolled) / 1_000).toFixed(0)} s`,
    before: 'never',
  })
  const again = performance.now()
  await rollUpCounts(db, new Date())
  say({ what: 'roll-up with nothing to do', big: `${(performance.now() - again).toFixed(0)} ms` })
  say({
    what: `${programs} programs report`,
    big: await stage('telemetry', () => telemetry(server.url, furnished.big, programs)),
    before: `an upsert each, ${4 * programs} rows`,
    goal: '334 a second, one statement a second',
  })

  async function signUp(): Promise<string> {
    const body = JSON.stringify({ name: 'Ada', email: 'ada@example.com', password: 'correct horse battery' })
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(`${server.url}/trpc/account.setUp`, { method: 'POST', headers, body })
    return response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  }

  console.table(rows)
  const { rows: version } = await sql<{ serverVersion: string }>`show server_version`.execute(db)
  const cpu = os.cpus()
  const text = report({
    ...{ date: new Date().toISOString().slice(0, 10), node: process.versions.node, rows },
    ...{ postgres: version[0]?.serverVersion ?? '', machine: `${cpu.length} × ${cpu[0]?.model.trim()}` },
    load: `${loadBefore} before, ${os.loadavg()[0]?.toFixed(1)} at the end`,
    minutes: (performance.now() - startedMs) / 60_000,
  })
  const isWhole =
    environments === 20 &&
    tabs === 500 &&
    programs === 10_000 &&
    values.flags === '10000' &&
    values.counts === '10000000'
  if (isWhole) await writeFile(path.resolve(import.meta.dirname, '../docs/benchmarks-limits.md'), text)
  else console.log(text)
} finally {
  await db.destroy()
  await server.close()
  await cluster.stop('immediate')
  await rm(home, { recursive: true, force: true })
}
