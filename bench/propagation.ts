// Measures the time from a publish to a connected application: 200 publishes, one after the other, over loopback, to an
// SDK in its own process, with 1 000 other open streams; then the same for a real unleash-server and its SDK. Writes
// its section of docs/benchmarks-delivery.md.
//
//   npm run bench:propagation [-- --streams 1000] [--publishes 200] [--turns 20] [--no-write]
import { type ChildProcess, fork } from 'node:child_process'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { signIn } from './management.ts'
import { circumstances, grouped, loadNow, quantile, section, tableOf } from './page.ts'
import { nowMs } from './propagation/clock.ts'
import { demoServer } from './server-process.ts'
import { type UnleashServer, unleashServer } from './unleash-server.ts'

const { values } = parseArgs({
  options: {
    streams: { type: 'string', default: '1000' },
    publishes: { type: 'string', default: '200' },
    turns: { type: 'string', default: '20' },
    write: { type: 'boolean', default: true },
  },
  allowNegative: true,
})
const [streams, publishes, turns] = [values.streams, values.publishes, values.turns].map(Number) as [
  number,
  number,
  number,
]
const flag = 'bench-propagation'
const where = { project: 'shop', environment: 'development' }
const before = loadNow()
const children: ChildProcess[] = []

const fanion = await ofFanion()
const unleash = await ofUnleash()
const row = (what: string, times: readonly number[]) => [
  what,
  String(times.length),
  ...[0.5, 0.99, 1].map((share) => {
    const ms = quantile(times, share)
    return ms < 100 ? ms.toFixed(1) : grouped(ms)
  }),
]
const [p50, p99] = [quantile(fanion.acknowledged, 0.5), quantile(fanion.acknowledged, 0.99)]
section(
  'propagation',
  `## From a publish to an application

${circumstances(before)}

${tableOf(
  ['', 'publishes', 'p50, ms', 'p99, ms', 'most, ms'],
  [
    row(`**Fanion**: acknowledged → an application has it, ${grouped(streams)} other streams`, fanion.acknowledged),
    row('**Fanion**: sent → an application has it', fanion.sent),
    row(`**Fanion**: acknowledged → the last of ${grouped(streams)} streams has it`, fanion.last),
    row(`unleash-server ${unleash.version}: acknowledged → its client API answers it`, unleash.api),
    row('unleash-server: acknowledged → an application with unleash-client has it', unleash.program),
  ],
)}

Goals: p50 under 10 ms${p50 < 10 ? '' : ' (missed)'}, p99 under 50 ms${p99 < 50 ? '' : ' (missed)'}. Loopback. The application is a separate process and reads a
boolean flag with the client library. unleash-client has its default settings: it polls every 15 s. \`npm run bench:propagation\``,
)

async function ofFanion() {
  const server = await demoServer()
  try {
    const key = server.demo.keys['development']?.server ?? ''
    const call = await signIn(server)
    await call('flags.create', { project: 'shop', key: flag, name: 'Propagation', onIn: ['development'] })
    let base = (await call('revisions.list', { ...where, limit: 1 }, 'query')).revisions[0].number
    const program = await child('program.ts', server.url.href, key, flag)
    const crowd = streams > 0 ? await child('crowd.ts', server.url.href, key, String(streams)) : undefined
    const found = { acknowledged: [] as number[], sent: [] as number[], last: [] as number[] }
    for (let turn = 0; turn < publishes; turn++) {
      const on = turn % 2 === 1
      const revision = base + 1
      const seen = program.heard(revision)
      const seenByAll = crowd?.heard(revision)
      const sentMs = nowMs()
      base = (await call('flags.switch', { ...where, flag, on, base })).number
      const acknowledgedMs = nowMs()
      const { atMs, value } = await seen
      if (base !== revision || value !== on)
        throw new Error(`the program has ${String(value)} at ${revision}, not ${on}`)
      found.sent.push(atMs - sentMs)
      found.acknowledged.push(Math.max(0, atMs - acknowledgedMs))
      if (seenByAll) found.last.push(Math.max(0, (await seenByAll).atMs - acknowledgedMs))
    }
    return found
  } finally {
    end()
    await server.stop()
  }
}

async function ofUnleash() {
  const server = await unleashServer()
  try {
    const program = await child('unleash-program.ts', server.url.href, server.backend, 'bench-000')
    const found = { version: server.version, api: [] as number[], program: [] as number[] }
    for (let turn = 0; turn < turns; turn++) {
      const on = turn % 2 === 1
      const seen = program.heard(Number(on))
      // waits for a random time within the SDK's polling interval
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 15_000))
      await server.turn(on)
      const acknowledgedMs = nowMs()
      await answered(server, on)
      found.api.push(nowMs() - acknowledgedMs)
      found.program.push(Math.max(0, (await seen).atMs - acknowledgedMs))
    }
    return found
  } finally {
    end()
    await server.stop()
  }
}

/** Waits until the API for SDKs returns the flag in this state. */
async function answered({ url, backend }: UnleashServer, on: boolean): Promise<void> {
  for (;;) {
    const response = await fetch(new URL('/api/client/features/bench-000', url), {
      headers: { authorization: backend },
    })
    if ((await response.json()).enabled === on) return
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

function end(): void {
  for (const one of children.splice(0)) {
    one.removeAllListeners('exit')
    one.kill()
  }
}

/** Starts a script of `propagation/` in its own process, and waits until it reports that it is ready. */
async function child(file: string, ...args: string[]) {
  const process = fork(path.join(import.meta.dirname, 'propagation', file), args)
  children.push(process)
  const waiting = new Map<number, (message: Message) => void>()
  await new Promise<void>((resolve, reject) => {
    process.once('exit', (code) => {
      reject(new Error(`${file} ended with ${code}`))
      console.error(`${file} ended with ${code}`)
    })
    // Safe cast: only our own scripts send messages.
    process.on('message', (message: unknown) => {
      const { ready, lost, revision, atMs, value } = message as Partial<Message> & { ready?: boolean; lost?: boolean }
      if (lost) reject(new Error(`${file} lost a stream`))
      if (ready === true) resolve()
      if (ready === false) reject(new Error(`${file} did not reach the server`))
      if (revision !== undefined && atMs !== undefined) waiting.get(revision)?.({ revision, atMs, value })
    })
  })
  return { heard: (revision: number) => new Promise<Message>((resolve) => waiting.set(revision, resolve)) }
}

type Message = { revision: number; atMs: number; value: unknown }
