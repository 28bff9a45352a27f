// Measures the time to first paint of documentation pages that a server serves at /docs. Each page is opened in a
// browser without a cache, one after the other. Writes its section of docs/benchmarks-delivery.md. npm run bench:docs
// [-- --visits 10] [--no-write]
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { type Browser, chromium } from 'playwright-core'
import { readConfig } from '../src/server/config.ts'
import { ensureDatabase } from '../src/server/platform/db/embedded/database.ts'
import { startEmbedded } from '../src/server/platform/db/embedded/start.ts'
import { type Server, startServer } from '../src/server/server.ts'
import { circumstances, grouped, loadNow, quantile, section, tableOf } from './page.ts'

const { values } = parseArgs({
  options: { visits: { type: 'string', default: '10' }, write: { type: 'boolean', default: true } },
  allowNegative: true,
})
const visits = Number(values.visits)
const goalMs = 1_000
const pages = [
  ['the start page', ''],
  ['a guide with pictures', 'guides/ramps'],
  ['a client library', 'sdk/react'],
  ['commands', 'reference/commands'],
  ['every call of the API', 'reference/api'],
  ['the specification', 'specification'],
] as const

/** Measures and writes the section. `executablePath` is the path of the browser. */
export async function benchDocs(executablePath: string): Promise<void> {
  const home = await mkdtemp(path.join(os.tmpdir(), 'fanion-bench-'))
  const cluster = await startEmbedded({ home, fast: true })
  const config = readConfig({ PORT: '0', FANION_DATA_DIR: home, LOG_LEVEL: 'error' })
  const server = await startServer(config, await ensureDatabase(cluster, 'docs'))
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  try {
    const before = loadNow()
    await visit(browser, server, '')
    const rows: { name: string; paints: number[]; kB: number }[] = []
    for (const [name, place] of pages) {
      const paints: number[] = []
      let kB = 0
      for (let n = 0; n < visits; n++) {
        const seen = await visit(browser, server, place)
        paints.push(seen.paintMs)
        kB = seen.bytes / 1024
      }
      rows.push({ name, paints, kB })
    }
    const worst = Math.max(...rows.flatMap(({ paints }) => paints))
    section(
      'docs',
      `## Time until the documentation is painted

${circumstances(before, `Chromium ${browser.version()}`)}

${tableOf(
  ['first paint of', 'p50, ms', 'most, ms', 'sent until loaded, KiB'],
  rows.map(({ name, paints, kB }) => [name, grouped(quantile(paints, 0.5)), grouped(Math.max(...paints)), grouped(kB)]),
)}

${visits} visits of each by a browser with an empty cache, on the server's machine; first contentful paint, as reported by the browser.
Goal: under ${goalMs / 1_000} s: ${grouped(worst)} ms at most${worst < goalMs ? '' : ' (missed)'}. \`npm run bench:docs\``,
    )
  } finally {
    await browser.close()
    await server.close()
    await cluster.stop('immediate')
    await rm(home, { recursive: true, force: true })
  }
}

/**
 * Opens a page in a browser without a cache. Returns the time to first paint and the bytes transferred until the load
 * event.
 */
async function visit(on: Browser, server: Server, place: string): Promise<{ paintMs: number; bytes: number }> {
  const context = await on.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await page.goto(`${server.url}/docs/${place}`, { waitUntil: 'load' })
  const seen = await page.evaluate(async () => {
    const paintMs = await new Promise<number>((resolve) => {
      const observer = new PerformanceObserver((list) => {
        const paint = list.getEntriesByName('first-contentful-paint')[0]
        if (paint) resolve(paint.startTime)
      })
      observer.observe({ type: 'paint', buffered: true })
    })
    const sent = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
    const bytes = sent.reduce((sum, one) => sum + (one as PerformanceResourceTiming).transferSize, 0)
    return { paintMs, bytes }
  })
  await context.close()
  return seen
}
