/*
 * What breaks first at our own limits: 10 000 flags in 20 environments, 500 open tabs, 10 000 programs that report, ten
 * million counts by the hour; and how each grows from 100 flags. Writes docs/benchmarks-limits.md.
 * npm run bench:limits -- [--flags 10000] [--environments 20] [--tabs 500] [--programs 10000] [--counts 10000000]
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { readConfig } from '../src/server/config.ts'
import { ensureDatabase } from '../src/server/db/embedded/database.ts'
import { startEmbedded } from '../src/server/db/embedded/start.ts'
import { openDb } from '../src/server/db/pool.ts'
import { createKey } from '../src/server/domain/keys/create-key.ts'
import { rollUpCounts } from '../src/server/domain/telemetry/roll-up-counts.ts'
import { proveEnvironment } from '../src/server/kernel/scope.ts'
import { startServer } from '../src/server/server.ts'
import { countHours } from './limits/counts.ts'
import { furnish, keyOf } from './limits/furnish.ts'
import { measured, type Row, words } from './limits/measure.ts'
import { report } from './limits/report.ts'
import { openTabs } from './limits/tabs.ts'

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

const home = await mkdtemp(path.join(os.tmpdir(), 'fanion-bench-limits-'))
const cluster = await startEmbedded({ home })
const databaseUrl = await ensureDatabase(cluster, 'limits')
// nobody is told to come back later: the figures are of the work
const settings = { PORT: '0', FANION_DATA_DIR: home, LOG_LEVEL: 'error', FANION_REQUESTS_PER_MINUTE: '0' }
const server = await startServer(readConfig(settings), databaseUrl)
/** What takes longer fails the run: it ends, one way or the other. */
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
    small: await furnish(db, projects.small, 100, environments),
    big: await furnish(db, projects.big, Number(values.flags), environments),
  }
  console.log('furnished')
  await countHours(db, furnished.big, Number(values.counts))
  console.log('counted')

  const both = async (
    { what, procedure, input, ...row }: Row & { procedure: string; input: object },
    times = 20,
  ): Promise<void> => {
    const taken: Record<string, string> = {}
    for (const size of sizes) {
      const asked = { project: projects[size], ...input }
      if (times > 1) await call(procedure, asked)
      taken[size] = words(await measured(times, () => call(procedure, asked)))
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
      what: `\`insights.states\`, ${values.counts} counts`,
      procedure: 'insights.states',
      input: {},
      before: before.states,
      goal,
    },
    10,
  )

  for (const size of sizes) await publishes(size)

  const rolled = performance.now()
  await rollUpCounts(db, new Date())
  say({
    what: 'roll-up of 90 days at once',
    big: `${((performance.now() - rolled) / 1_000).toFixed(0)} s`,
    before: 'never',
  })
  const again = performance.now()
  await rollUpCounts(db, new Date())
  say({ what: 'roll-up with nothing to do', big: `${(performance.now() - again).toFixed(0)} ms` })
  await telemetry()

  async function publishes(size: 'small' | 'big'): Promise<void> {
    const where = { project: projects[size], environment: 'development' }
    const open = await openTabs(server.url, cookie, where.project, tabs)
    const quiet = open.received()
    const times: number[] = []
    let base = await head(where.project)
    const count = 10
    for (let n = 0; n < count; n++) {
      const startedMs = performance.now()
      await send('flags.switch', { ...where, flag: keyOf(n), on: n % 3 === 0, base })
      await open.heard(n + 1)
      times.push(performance.now() - startedMs)
      base++
    }
    const perTab = (open.received() - quiet) / count / tabs
    times.sort((a, b) => a - b)
    const told = `${perTab.toFixed(0)} B a tab, all know after ${times[count / 2]?.toFixed(0)} / ${times.at(-1)?.toFixed(0)} ms`
    say({
      what: `a publish, ${tabs} open tabs (${size})`,
      [size]: told,
      ...(size === 'big' && { before: '17 431 kB a tab' }),
      goal: 'under 2 kB a tab',
    })
    open.close()
  }

  async function head(project: string): Promise<number> {
    const { rows: found } = await sql<{ headNumber: number }>`
      select head_number from environment join project on project.id = project_id
      where project.key = ${project} and environment.key = 'development'`.execute(db)
    return found[0]?.headNumber ?? 0
  }

  async function telemetry(): Promise<void> {
    const environment = await proveEnvironment(db, furnished.big.project, 'production')
    const made = await createKey(
      { ...furnished.big, environment },
      {
        ...{ project: projects.big, environment: 'production', kind: 'server', name: 'bench' },
        ...{ allowedOrigins: [], expiresInDays: null },
      },
    )
    const commits = async () => {
      const { rows: found } = await sql<{ calls: string }>`
        select n_tup_ins + n_tup_upd as calls from pg_stat_user_tables where relname = 'evaluation_count'`.execute(db)
      return Number(found[0]?.calls ?? 0)
    }
    const headers = { authorization: `Bearer ${made.text}`, 'content-type': 'application/json' }
    const body = (n: number) =>
      JSON.stringify({
        ...{
          instance: `i-${n}`,
          sdk: 'bench 0',
          from: new Date().toISOString(),
          to: new Date().toISOString(),
          dropped: 0,
        },
        counts: Array.from({ length: 4 }, (_, at) => ({ flag: keyOf((n + at) % 100), variant: 'on', count: 1 })),
      })
    const rowsBefore = await commits()
    const startedMs = performance.now()
    let next = 0
    const worker = async () => {
      while (next < programs) {
        const response = await fetch(`${server.url}/sdk/v1/telemetry`, { method: 'POST', headers, body: body(next++) })
        await response.text()
        if (response.status !== 202) throw new Error(`telemetry: ${response.status}`)
      }
    }
    await Promise.all(Array.from({ length: 400 }, worker))
    const seconds = (performance.now() - startedMs) / 1_000
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    const written = (await commits()) - rowsBefore
    say({
      what: `${programs} programs report`,
      big: `${(programs / seconds).toFixed(0)} a second, ${written} rows written in all`,
      before: `an upsert each, ${4 * programs} rows`,
      goal: '334 a second, one statement a second',
    })
  }

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
    load: os.loadavg()[0]?.toFixed(1) ?? '',
  })
  const isWhole = environments === 20 && tabs === 500 && programs === 10_000 && values.flags === '10000'
  if (isWhole) await writeFile(path.resolve(import.meta.dirname, '../docs/benchmarks-limits.md'), text)
  else console.log(text)
} finally {
  await db.destroy()
  await server.close()
  await cluster.stop('immediate')
  await rm(home, { recursive: true, force: true })
}
