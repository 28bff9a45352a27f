// Measures a fleet: one server, its relays, and streams at each relay. Opens as many real sockets as the limits of this
// machine allow. The rest is extrapolated from their cost, and the report states which. Writes its section of
// docs/benchmarks-delivery.md.
//
//   npm run bench:fleet [-- --relays 10] [--streams 100000] [--publishes 5] [--real 100000] [--no-write]
import { readFileSync } from 'node:fs'
import os from 'node:os'
import { parseArgs } from 'node:util'
import { signIn } from './management.ts'
import { circumstances, grouped, loadNow, quantile, section, tableOf } from './page.ts'
import { aCrowd } from './propagation/a-crowd.ts'
import { nowMs } from './propagation/clock.ts'
import { demoServer, relayOf } from './server-process.ts'

const { values } = parseArgs({
  options: {
    relays: { type: 'string', default: '10' },
    streams: { type: 'string', default: '100000' },
    publishes: { type: 'string', default: '5' },
    real: { type: 'string', default: '100000' },
    write: { type: 'boolean', default: true },
  },
  allowNegative: true,
})
const [relays, streams, publishes] = [Number(values.relays), Number(values.streams), Number(values.publishes)]
const before = loadNow()
const MiB = 1024 * 1024
/** Maximum memory of one stream, both ends together. */
const streamBytes = 64 * 1024
const openFiles = Number(/Max open files\s+(\d+)/.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1] ?? 1_024)
const room = Math.floor((os.freemem() * 0.5) / streamBytes)
const each = Math.floor(Math.min(streams / relays, openFiles * 0.9, room / relays, Number(values.real) / relays))

const server = await demoServer({ FANION_STREAMS_PER_ADDRESS: '0' })
const call = await signIn(server)
const where = { project: 'shop', environment: 'development' }
const flag = 'bench-fleet'
await call('flags.create', { project: 'shop', key: flag, name: 'Fleet', onIn: ['development'] })
const key = server.demo.keys['development']?.server ?? ''
const relayKey = (await call('keys.create', { ...where, kind: 'server', name: 'relays' })).text
const fleet = await Promise.all(Array.from({ length: relays }, () => relayOf(server.url, [relayKey])))
const metric = async (url: URL, name: string): Promise<number> => {
  const text = await (await fetch(new URL('/metrics', url))).text()
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
}
const sumOf = async (name: string) =>
  (await Promise.all(fleet.map(({ url }) => metric(url, name)))).reduce((sum, one) => sum + one, 0)

const idle = await sumOf('process_resident_memory_bytes')
const startedMs = nowMs()
const crowds = []
for (const { url } of fleet) crowds.push(await aCrowd(url.href, key, each))
const openMs = nowMs() - startedMs
const open = await sumOf('process_resident_memory_bytes')
const cpuBefore = await sumOf('process_cpu_seconds_total')
const serverCpuBefore = await metric(server.url, 'process_cpu_seconds_total')
let base = (await call('revisions.list', { ...where, limit: 1 }, 'query')).revisions[0].number
const last: number[] = []
for (let turn = 0; turn < publishes; turn += 1) {
  const seen = Promise.all(crowds.map((crowd) => crowd.heard(base + 1)))
  base = (await call('flags.switch', { ...where, flag, on: turn % 2 === 1, base })).number
  const acknowledgedMs = nowMs()
  last.push(Math.max(...(await seen).map(({ atMs }) => atMs)) - acknowledgedMs)
}
const cpuMs = ((await sumOf('process_cpu_seconds_total')) - cpuBefore) * 1_000
const serverCpuMs = ((await metric(server.url, 'process_cpu_seconds_total')) - serverCpuBefore) * 1_000
for (const crowd of crowds) crowd.end()
for (const relay of fleet) await relay.stop()
await server.stop()

const real = each * relays
const perStream = (open - idle) / real
const cpuPerStream = (cpuMs * 1_000) / publishes / real
const reckoned = streams - real
section(
  'fleet',
  `## ${grouped(streams)} streams over ${relays} relays

${circumstances(before)}

${tableOf(
  ['', 'streams', 'memory of all relays, MiB', 'a stream, KiB', 'CPU of all relays a publish, ms', 'a stream, µs'],
  [
    [
      'real sockets',
      grouped(real),
      grouped(open / MiB),
      (perStream / 1024).toFixed(1),
      grouped(cpuMs / publishes),
      cpuPerStream.toFixed(1),
    ],
    ...(reckoned > 0
      ? [
          [
            'computed from these',
            grouped(streams),
            grouped((idle + perStream * streams) / MiB),
            '',
            grouped((cpuPerStream * streams) / 1_000),
            '',
          ],
        ]
      : []),
  ],
)}

${grouped(real)} of ${grouped(streams)} streams were real sockets, ${grouped(each)} per relay, opened one relay after the other in ${(openMs / 1_000).toFixed(0)} s${reckoned > 0 ? `; the others are computed: limits here are ${grouped(openFiles)} open files a process and the free memory` : ''}.
The last stream had a publish ${grouped(quantile(last, 0.5))} ms after its acknowledgement at the median of ${publishes}, ${grouped(Math.max(...last))} ms at most, with server, relays
and readers on the same ${os.cpus().length} processors. On separate machines, the relays work in parallel. A publish took ${grouped(serverCpuMs / publishes)} ms of the
server, management call included, which has ${relays} streams. \`npm run bench:fleet\``,
)
