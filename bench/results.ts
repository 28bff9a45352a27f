// Measures how soon experiment results are visible with the maximum of metrics: 3 primary, 20 secondary, 7 guardrail
// and 10 added ones, analysed every night for two months. Uses a browser without a cache and its own server and
// database. Writes its section of docs/benchmarks-measure.md.
//   npm run bench:results -- [--days 63] [--users 60] [--visits 12] [--no-write]
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import { type Browser, chromium } from 'playwright-core'
import { readConfig } from '../src/server/config.ts'
import { ensureDatabase } from '../src/server/platform/db/embedded/database.ts'
import { startEmbedded } from '../src/server/platform/db/embedded/start.ts'
import { openDb } from '../src/server/platform/db/pool.ts'
import { startServer } from '../src/server/server.ts'
import { sizeOf } from './bundles/size-of.ts'
import { charts } from './bundles/subjects.ts'
import { quiet } from './engine/quiet.ts'
import { circumstances, grouped, loadNow, quantile, section, tableOf } from './page.ts'
import { aPage, type Cookie, signUp } from './ui/browser.ts'
import { aLongExperiment } from './ui/long-experiment.ts'

const { values } = parseArgs({
  options: {
    days: { type: 'string', default: '63' },
    users: { type: 'string', default: '60' },
    visits: { type: 'string', default: '12' },
    write: { type: 'boolean', default: true },
  },
  allowNegative: true,
})
const goalMs = 1_000
const moments = ['first', 'verdict', 'whole'] as const
type Visit = Record<(typeof moments)[number] | 'answerMs' | 'answerBytes' | 'answerGzip', number>

/** Measures and writes the section. `executablePath` is the path of the browser. */
export async function benchResults(executablePath: string): Promise<void> {
  const home = await mkdtemp(path.join(os.tmpdir(), 'fanion-bench-results-'))
  const cluster = await startEmbedded({ home, fast: true })
  const databaseUrl = await ensureDatabase(cluster, 'results')
  const db = openDb(databaseUrl, 4, (error) => console.error(error.message))
  const starts = () => startServer(readConfig({ PORT: '0', FANION_DATA_DIR: home, LOG_LEVEL: 'error' }), databaseUrl)
  let server = await starts()
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  try {
    const owner = await signUp(server.url)
    // stops the server, because its worker would analyse past data at the current time
    await server.close()
    const [days, usersADay] = [Number(values.days), Number(values.users)]
    const made = await aLongExperiment(db, { days, usersADay })
    server = await starts()
    const cookie = { ...owner, url: server.url }
    const address = `/p/${made.project}/experiments/${made.experiment}`
    const before = loadNow()
    if (!(await quiet(60_000))) console.warn('The machine is busy: every figure is larger than it need be.')
    await visit(browser, cookie, address, made.metrics)
    const visits: Visit[] = []
    for (let n = 0; n < Number(values.visits); n += 1) visits.push(await visit(browser, cookie, address, made.metrics))
    const { firstGzip } = await sizeOf(charts)
    const of = (name: keyof Visit, share: number) =>
      quantile(
        visits.map((one) => one[name]),
        share,
      )
    const row = (what: string, name: keyof Visit) => [what, ...[0.5, 0.95].map((share) => grouped(of(name, share)))]
    const painted = of('verdict', 0.5)
    section(
      'results',
      `## Time until the results of an experiment are painted

\`npm run bench:results\`. ${made.metrics} metrics, ${grouped(made.users)} users in ${days} days, a look every night: all of it through the intake, the SQL
and the worker. ${values.visits} visits by a browser with an empty cache, on the server's machine, from the navigation to the frame that shows it.

${tableOf(
  ['', 'p50, ms', 'p95, ms'],
  [
    row('first contentful paint', 'first'),
    row('the verdict', 'verdict'),
    row(`the verdict, its metric over time, and all ${made.metrics} metrics`, 'whole'),
    row('of that, the response with the results', 'answerMs'),
  ],
)}

The answer is ${grouped(of('answerBytes', 0.5) / 1_000)} kB, ${grouped(of('answerGzip', 0.5) / 1_000)} kB gzip; charts are ${(firstGzip / 1_000).toFixed(1)} kB gzip including d3, and are loaded only by pages that show them.
Goal: the verdict within ${goalMs / 1_000} s: ${grouped(painted)} ms${painted < goalMs ? '' : ' (missed)'}.

${circumstances(before, `Chromium ${browser.version()}`)}`,
      'measure',
    )
  } finally {
    await browser.close()
    await server.close()
    await db.destroy()
    await cluster.stop('immediate')
    await rm(home, { recursive: true, force: true })
  }
}

/** Opens the page in a new browser context. */
async function visit(on: Browser, cookie: Cookie, address: string, metrics: number): Promise<Visit> {
  const page = await aPage(on, cookie)
  await page.addInitScript((rows) => {
    const seen: Record<string, number> = {}
    Object.assign(globalThis, { seen })
    const stands = {
      verdict: () => document.querySelector('section[aria-label="Verdict"] h3') !== null,
      whole: () =>
        document.querySelectorAll('th[scope="row"] button[aria-pressed]').length === rows &&
        document.querySelector('svg[role="img"] path') !== null,
    }
    const look = (atMs: number) => {
      for (const [name, isThere] of Object.entries(stands)) if (seen[name] === undefined && isThere()) seen[name] = atMs
      if (seen['whole'] === undefined) requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  }, metrics)
  const answered = page.waitForResponse((one) => one.url().includes('experiments.results'))
  await page.goto(address, { waitUntil: 'commit' })
  const answer = await answered
  const body = await answer.body()
  await page.waitForFunction(() => (globalThis as unknown as { seen: Record<string, number> }).seen['whole'])
  const seen = await page.evaluate(() => ({
    ...(globalThis as unknown as { seen: { verdict: number; whole: number } }).seen,
    first: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
  }))
  const { requestStart, responseEnd } = answer.request().timing()
  await page.context().close()
  return {
    ...{ ...seen, answerMs: responseEnd - requestStart, answerBytes: body.length },
    answerGzip: gzipSync(body).length,
  }
}
