import { randomBytes, randomUUID } from 'node:crypto'
import net from 'node:net'
import { signIn } from './management.ts'
import { circumstances, grouped, loadNow, quantile, section, tableOf } from './page.ts'
import { demoServer } from './server-process.ts'

/**
 * npm run bench:events: measures events a second that a server stores, in batches of 500, 50 and 5 over 24 connections,
 * and server CPU time per event. Each batch has a new ID, and the server responds after storing it. Compares the
 * accepted events with the number that the server reports as stored. Server, database and load generator run on one
 * machine. Writes its section of docs/benchmarks-delivery.md unless `--no-write` is given.
 */
const connections = 24
const durationMs = 8_000
const goal = { perSecond: 50_000, cpuUs: 6 }
const before = loadNow()
const server = await demoServer()
const call = await signIn(server)
const where = { project: 'measured', environment: 'development' }
await call('projects.create', { key: where.project, name: 'Measured' })
await call('events.save', {
  project: where.project,
  key: 'purchase',
  name: 'Purchase',
  value: { unit: '€', min: 0, max: null },
  properties: { plan: ['free', 'gold'] },
})
const { text: key } = await call('keys.create', { ...where, kind: 'server', name: 'Bench' })

/** Returns a batch without its ID: purchases by a hundred thousand users. */
const batchOf = (rows: number): string => {
  const at = new Date().toISOString()
  const events = Array.from({ length: rows }, () => {
    const [a = 0, b = 0, c = 0] = randomBytes(3)
    const value = Number(((a * 256 + b) / 100).toFixed(2))
    return {
      event: 'purchase',
      unit: `user-${(a * 65_536 + b * 256 + c) % 100_000}`,
      at,
      value,
      properties: { plan: 'gold' },
    }
  })
  return `","sentAt":"${at}","sdk":"bench","dropped":0,"exposures":[],"events":${JSON.stringify(events)}}`
}

/** CPU time of the server so far in µs, from its /metrics. */
const cpuUs = async (): Promise<number> => {
  const page = await (await fetch(new URL('/metrics', server.url))).text()
  return Number(/^\S*process_cpu_seconds_total (\S+)/m.exec(page)?.[1]) * 1e6
}

const send = async (rows: number, forMs: number) => {
  const bodies = Array.from({ length: 20 }, () => batchOf(rows))
  const times: number[] = []
  const until = performance.now() + forMs
  const refusals = new Set<string>()
  const connection = (first: number) =>
    new Promise<void>((resolve, reject) => {
      let [at, got, sentAt] = [first, '', 0]
      const socket = net.connect(Number(server.url.port), '127.0.0.1', () => next())
      socket.setNoDelay(true).setEncoding('latin1').on('error', reject)
      const next = () => {
        const body = `{"batch":"${randomUUID()}${bodies[at++ % bodies.length]}`
        sentAt = performance.now()
        socket.write(
          `POST /sdk/v1/events HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${key}\r\n` +
            `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
        )
      }
      socket.on('data', (chunk: Buffer | string) => {
        got += String(chunk)
        const end = got.indexOf('\r\n\r\n')
        const length = Number(/\r\ncontent-length: (\d+)/i.exec(got)?.[1] ?? 0)
        if (end < 0 || got.length < end + 4 + length) return
        if (got.includes(`"accepted":${rows},`) && got.startsWith('HTTP/1.1 202'))
          times.push(performance.now() - sentAt)
        else refusals.add(got.slice(0, 200))
        got = ''
        if (performance.now() < until) next()
        else socket.end(resolve)
      })
    })
  const [begun, used] = [performance.now(), await cpuUs()]
  await Promise.all(Array.from({ length: connections }, (_, n) => connection(n)))
  const tookMs = performance.now() - begun
  const events = times.length * rows
  if (refusals.size > 0) throw new Error(`refused: ${[...refusals].join('\n')}`)
  return { rows, events, perSecond: (events / tookMs) * 1_000, cpuUs: ((await cpuUs()) - used) / events, times }
}

let acknowledged = (await send(500, 2_000)).events
const found = []
for (const rows of [500, 50, 5]) {
  const one = await send(rows, durationMs)
  acknowledged += one.events
  found.push(one)
}
const intake = (await call('events.intake', { project: where.project }, 'query')) as unknown as {
  hours: { count: number }[]
}[]
const stored = intake.flatMap(({ hours }) => hours).reduce((sum, { count }) => sum + count, 0)
await server.stop()
if (stored !== acknowledged) throw new Error(`${acknowledged} were acknowledged, ${stored} are stored`)

const [most] = found
section(
  'events',
  `## Events

${circumstances(before, `${connections} connections, ${durationMs / 1_000} s a row`)} A batch is acknowledged when PostgreSQL has it on disk.
${grouped(acknowledged)} events were acknowledged in all, and as many are stored. The goal is ${grouped(goal.perSecond)} events/s and ${goal.cpuUs} µs in batches of 500;
it was ${most !== undefined && most.perSecond >= goal.perSecond && most.cpuUs <= goal.cpuUs ? 'met' : 'not met'} in this run.

${tableOf(
  ['batches of', 'events/s', 'server CPU, µs an event', 'p50, ms', 'p99, ms'],
  found.map(({ rows, perSecond, cpuUs: cost, times }) => [
    String(rows),
    grouped(perSecond),
    cost.toFixed(1),
    grouped(quantile(times, 0.5)),
    grouped(quantile(times, 0.99)),
  ]),
)}`,
)
