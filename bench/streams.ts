// Measures 10 000 open streams on one server: their memory, and the time until the last one receives a publish.
// Compares with a bare node:http that has as many streams and writes the same bytes, in the same run. Needs a limit of
// open files of twice the number of streams. Writes its section of docs/benchmarks-delivery.md.
//
//   npm run bench:streams [-- --streams 10000] [--publishes 20] [--no-write]
import { parseArgs } from 'node:util'
import { signIn } from './management.ts'
import { circumstances, grouped, loadNow, quantile, section, tableOf } from './page.ts'
import { aCrowd } from './propagation/a-crowd.ts'
import { nowMs } from './propagation/clock.ts'
import { demoServer, script } from './server-process.ts'

const { values } = parseArgs({
  options: {
    streams: { type: 'string', default: '10000' },
    publishes: { type: 'string', default: '20' },
    write: { type: 'boolean', default: true },
  },
  allowNegative: true,
})
const [streams, publishes] = [Number(values.streams), Number(values.publishes)]
process.env['FANION_STREAMS_PER_ADDRESS'] = '0'
const before = loadNow()
const MiB = 1024 * 1024

type Found = { openMs: number; before: Use; open: Use; after: Use; last: number[] }
/** Resident memory of a server in bytes, and its CPU time so far in ms. */
type Use = { rss: number; cpuMs: number }
const fanion = await ofFanion('/sdk/v1/stream')
const launchDarkly = await ofFanion('/launchdarkly/all')
const bare = await ofBare(fanion.frameBytes)

const perStream = ({ before: idle, open }: Pick<Found, 'before' | 'open'>): string =>
  ((open.rss - idle.rss) / streams / 1024).toFixed(1)

const row = (name: string, { openMs, before: idle, open, after, last }: Found) => [
  name,
  (openMs / 1_000).toFixed(1),
  grouped(idle.rss / MiB),
  grouped(open.rss / MiB),
  perStream({ before: idle, open }),
  grouped(after.rss / MiB),
  grouped((after.cpuMs - open.cpuMs) / publishes),
  grouped(quantile(last, 0.5)),
  grouped(Math.max(...last)),
]
const most = Math.max(...fanion.last)
const peak = Math.max(fanion.open.rss, fanion.after.rss)
section(
  'streams',
  `## ${grouped(streams)} streams on one server

${circumstances(before)}

${tableOf(
  [
    '',
    'opened in, s',
    'memory before, MiB',
    'open, MiB',
    'a stream, KiB',
    'after, MiB',
    'CPU a publish, ms',
    'last has it, p50, ms',
    'most, ms',
  ],
  [
    row('**Fanion**', fanion),
    row('**Fanion**, in LaunchDarkly’s format', launchDarkly),
    row('bare `node:http` writing the same bytes', bare),
  ],
)}

Goals: under 1 GiB: ${grouped(peak / MiB)} MiB${peak < 1024 * MiB ? '' : ' (missed)'}; every one updated within 1 s of the acknowledgement: ${grouped(most)} ms at
most${most < 1_000 ? '' : ' (missed)'}; a stream in LaunchDarkly’s format within the memory of our own: ${perStream(launchDarkly)} of ${perStream(fanion)} KiB${Number(perStream(launchDarkly)) <= Number(perStream(fanion)) * 1.1 ? '' : ' (missed)'}.
${publishes} publishes one after the other, a patch of ${fanion.frameBytes} bytes each; the time is until the last of
all streams has it, and includes the one process that reads them all on the same machine. Memory is the resident set of the
process, without PostgreSQL; no collection is forced. \`npm run bench:streams\``,
)

async function ofFanion(stream: string): Promise<Found & { frameBytes: number }> {
  const server = await demoServer()
  const use = async (): Promise<Use> => {
    const text = await (await fetch(new URL('/metrics', server.url))).text()
    const metric = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
    return { rss: metric('process_resident_memory_bytes'), cpuMs: metric('process_cpu_seconds_total') * 1_000 }
  }
  const call = await signIn(server)
  const where = { project: 'shop', environment: 'development' }
  await call('flags.create', { project: 'shop', key: 'bench-streams', name: 'Streams', onIn: ['development'] })
  let base = (await call('revisions.list', { ...where, limit: 1 }, 'query')).revisions[0].number
  const idle = await use()
  const startedMs = nowMs()
  const crowd = await aCrowd(server.url.href, server.demo.keys['development']?.server ?? '', streams, stream)
  const openMs = nowMs() - startedMs
  const open = await use()
  const last: number[] = []
  let frameBytes = 0
  for (let turn = 0; turn < publishes; turn++) {
    const seen = crowd.heard(base + 1)
    base = (await call('flags.switch', { ...where, flag: 'bench-streams', on: turn % 2 === 1, base })).number
    const acknowledgedMs = nowMs()
    const { atMs, bytes } = await seen
    last.push(Math.max(0, atMs - acknowledgedMs))
    frameBytes = bytes
  }
  const after = await use()
  crowd.end()
  await server.stop()
  return { openMs, before: idle, open, after, last, frameBytes }
}

async function ofBare(frameBytes: number): Promise<Found> {
  const server = await script('bare-streams.ts')
  const url = `http://127.0.0.1:${server.said}/`
  const publish = async (text: string): Promise<Use> => {
    const response = await fetch(url, { method: 'POST', body: text })
    return response.json()
  }
  const idle = await publish('')
  const startedMs = nowMs()
  const crowd = await aCrowd(url, '', streams)
  const openMs = nowMs() - startedMs
  const open = await publish(': measured\n\n')
  const last: number[] = []
  for (let revision = 1; revision <= publishes; revision++) {
    const head = `event: patch\nid: ${revision}\ndata: `
    const seen = crowd.heard(revision)
    await publish(`${head}${'x'.repeat(Math.max(1, frameBytes - head.length - 2))}\n\n`)
    const acknowledgedMs = nowMs()
    last.push(Math.max(0, (await seen).atMs - acknowledgedMs))
  }
  const after = await publish(': measured\n\n')
  crowd.end()
  await server.stop()
  return { openMs, before: idle, open, after, last }
}
