// Measures a server, a relay of it, and a relay of that relay: memory of streams at the last one, and the time until an
// application behind both receives a publish. Needs a limit of open files of twice the number of streams. Writes its
// section of docs/benchmarks-delivery.md.
//
//   npm run bench:relay [-- --streams 10000] [--publishes 200] [--others 1000] [--no-write]
import { fork } from 'node:child_process'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { signIn } from './management.ts'
import { circumstances, grouped, loadNow, quantile, section, tableOf } from './page.ts'
import { aCrowd } from './propagation/a-crowd.ts'
import { nowMs } from './propagation/clock.ts'
import { demoServer, relayOf } from './server-process.ts'

const { values } = parseArgs({
  options: {
    streams: { type: 'string', default: '10000' },
    publishes: { type: 'string', default: '200' },
    others: { type: 'string', default: '1000' },
    write: { type: 'boolean', default: true },
  },
  allowNegative: true,
})
const [streams, publishes, others] = [Number(values.streams), Number(values.publishes), Number(values.others)]
const before = loadNow()
const MiB = 1024 * 1024
const flag = 'bench-relay'
const where = { project: 'shop', environment: 'development' }

const server = await demoServer({ FANION_STREAMS_PER_ADDRESS: '0' })
const call = await signIn(server)
await call('flags.create', { project: 'shop', key: flag, name: 'Relay', onIn: ['development'] })
const key = server.demo.keys['development']?.server ?? ''
const relayKey = (await call('keys.create', { ...where, kind: 'server', name: 'relay' })).text
const relay = await relayOf(server.url, [relayKey])
const near = await relayOf(relay.url, [relayKey])

const memory = async (): Promise<number> => {
  const text = await (await fetch(new URL('/metrics', near.url))).text()
  return Number(/^process_resident_memory_bytes (\S+)$/m.exec(text)?.[1])
}
let base = (await call('revisions.list', { ...where, limit: 1 }, 'query')).revisions[0].number
let turns = 0
const publish = async (): Promise<{ revision: number; sentMs: number; acknowledgedMs: number }> => {
  const sentMs = nowMs()
  base = (await call('flags.switch', { ...where, flag, on: (turns += 1) % 2 === 0, base })).number
  return { revision: base, sentMs, acknowledgedMs: nowMs() }
}

const direct = await propagation(server.url)
const through = await propagation(near.url)
const idle = await memory()
const crowd = await aCrowd(near.url.href, key, streams)
const open = await memory()
const last: number[] = []
for (let turn = 0; turn < 10; turn += 1) {
  const seen = crowd.heard(base + 1)
  const { acknowledgedMs } = await publish()
  last.push(Math.max(0, (await seen).atMs - acknowledgedMs))
}
const after = await memory()
crowd.end()
await near.stop()
await relay.stop()
await server.stop()

const times = (of: readonly number[]) => [0.5, 0.99, 1].map((share) => quantile(of, share).toFixed(1))
const p99 = quantile(through, 0.99)
const peak = Math.max(open, after)
section(
  'relay',
  `## Through two relays

${circumstances(before)}

${tableOf(
  ['', 'publishes', 'p50, ms', 'p99, ms', 'most, ms'],
  [
    [
      `acknowledged → an application at the server has it, ${grouped(others)} other streams`,
      String(publishes),
      ...times(direct),
    ],
    [
      `acknowledged → an application behind two relays has it, ${grouped(others)} other streams`,
      String(publishes),
      ...times(through),
    ],
    [
      `acknowledged → the last of ${grouped(streams)} streams behind two relays has it`,
      String(last.length),
      ...times(last),
    ],
  ],
)}

The second relay held ${grouped(streams)} streams in ${grouped(open / MiB)} MiB, ${grouped(after / MiB)} MiB after ten publishes, over ${grouped(idle / MiB)} MiB
without: ${((open - idle) / streams / 1024).toFixed(1)} KiB a stream. Goals: under 300 MB: ${grouped(peak / 1e6)} MB${peak < 300e6 ? '' : ' (missed)'}; p99
through two relays under 50 ms: ${p99.toFixed(1)} ms${p99 < 50 ? '' : ' (missed)'}. Server, both relays and all listeners share the machine; memory
is the resident set, no collection is forced. \`npm run bench:relay\``,
)

/**
 * Measures from the server's response to a publish until an application in its own process has it, with other open
 * streams.
 */
async function propagation(url: URL): Promise<number[]> {
  const rest = others > 0 ? await aCrowd(url.href, key, others) : undefined
  const program = fork(path.join(import.meta.dirname, 'propagation/program.ts'), [url.origin, key, flag])
  const heard = new Map<number, number>()
  let wake = () => {}
  await new Promise<void>((resolve) => {
    // Safe cast: only our own script sends messages.
    program.on('message', (message: unknown) => {
      const { ready, revision, atMs } = message as { ready?: boolean; revision?: number; atMs?: number }
      if (ready) resolve()
      if (revision !== undefined && atMs !== undefined) heard.set(revision, atMs)
      wake()
    })
  })
  const found: number[] = []
  for (let turn = 0; turn < publishes; turn += 1) {
    const { revision, acknowledgedMs } = await publish()
    while (!heard.has(revision)) await new Promise<void>((resolve) => (wake = resolve))
    found.push(Math.max(0, (heard.get(revision) ?? 0) - acknowledgedMs))
  }
  program.kill()
  rest?.end()
  return found
}
