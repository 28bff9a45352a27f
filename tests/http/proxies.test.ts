import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFanion, defineFlags } from '../../src/client/sdk/node/index.ts'
import { testDatabase } from '../support/database.ts'
import { aFolder } from '../support/folder.ts'
import { freePort } from '../support/free-port.ts'
import { haproxyPath, startHaproxy } from '../support/haproxy.ts'
import { anNginx, nginxPath } from '../support/nginx.ts'
import { type ServerProcess, startProcess } from '../support/process.ts'
import { fillHttpWorld, until } from './world.ts'

const flags = defineFlags({ checkout: { type: 'boolean', default: false } })
const context = { targetingKey: 'user-1' }
const clients = 100
const lateClients = 40
const proxies = [
  { name: 'nginx', path: nginxPath, start: anNginx },
  { name: 'HAProxy', path: haproxyPath, start: startHaproxy },
].filter((proxy) => {
  if (!proxy.path)
    console.warn(`There is no ${proxy.name} here, so its settings in docs/guides/proxies are not tested.`)
  return proxy.path
})

type Program = ReturnType<typeof createFanion<typeof flags>>

let ports: [number, number, number]
let servers: ServerProcess[]
let start: (port: number) => ServerProcess
let furnished: Awaited<ReturnType<typeof fillHttpWorld>>
let on = false
const addresses: string[] = []
const programs: Program[] = []
const frozen: ServerProcess[] = []

beforeAll(async () => {
  const { url } = await testDatabase(1)
  const folder = await aFolder('proxies')
  ports = [await freePort(), await freePort(), await freePort()]
  start = (port) =>
    startProcess({
      PORT: String(port),
      DATABASE_URL: url,
      DATABASE_POOL: '5',
      FANION_DATA_DIR: folder,
      FANION_SECRET: 'the same on every server of an installation',
      FANION_TRUST_PROXY: '1',
      FANION_METRICS_TOKEN: 'of-prometheus',
      FANION_DRAIN_SECONDS: '1',
      FANION_REQUESTS_PER_MINUTE: '0',
      LOG_LEVEL: 'error',
    })
  servers = ports.map(start)
  for (const server of servers) await server.ready
  furnished = await fillHttpWorld({ url: `http://127.0.0.1:${ports[2]}` })
  for (const proxy of proxies) addresses.push(await proxy.start(ports))
})
afterAll(async () => {
  for (const server of frozen) server.kill('SIGCONT')
  await Promise.all(programs.map((program) => program.close()))
})

const connect = async (count: number): Promise<Program[]> => {
  const { serverKey } = furnished
  const made = addresses.flatMap((url) =>
    Array.from({ length: count }, () => createFanion({ url, key: serverKey.text, flags, telemetry: false })),
  )
  programs.push(...made)
  await until(() => made.every(({ status }) => status.state === 'ready'), 'all are ready')
  return made
}

const publish = async () => {
  on = !on
  return furnished.turn(on)
}

const streamsOf = async (port: number): Promise<number> => {
  const headers = { authorization: 'Bearer of-prometheus' }
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`, { headers })).text()
  return Number(/^fanion_streams (\d+)/m.exec(text)?.[1])
}

describe.skipIf(proxies.length === 0)('three servers behind the proxies of the guide', () => {
  it(`restart one after the other: each of ${clients} applications behind each proxy has a stream again at once`, async () => {
    const connected = await connect(clients)
    const polled = new Set<Program>()
    for (const program of connected)
      program.on('status', ({ source }) => void (source === 'poll' && polled.add(program)))
    for (const [at, server] of servers.entries()) {
      server.kill('SIGTERM')
      expect(await server.exited).toBe(0)
      const port = ports[at] ?? 0
      servers[at] = start(port)
      await servers[at].ready
      await until(() => connected.every(({ status }) => status.source === 'stream'), 'all have streams')
    }
    const revision = await publish()
    await until(() => connected.every((program) => program.status.revision === revision), 'all have the revision')
    expect(connected.filter(({ status }) => status.source !== 'stream')).toEqual([])
    expect(connected.every((program) => program.flags.checkout(context) === on)).toBe(true)
    // Each stream is open on one server and counted once.
    const held = await Promise.all(ports.map(streamsOf))
    expect(held.reduce((sum, count) => sum + count, 0)).toBe(connected.length)
    expect(polled.size).toBeLessThan(connected.length / 4)
  })

  it(`freeze one of them: ${lateClients} applications that come then are ready, and have what is published`, async () => {
    const [server] = servers
    server?.kill('SIGSTOP')
    if (server) frozen.push(server)
    const late = await connect(lateClients)
    const revision = await publish()
    await until(() => late.every((program) => program.status.revision === revision), 'all have the revision')
    expect(late.every((program) => program.flags.checkout(context) === on)).toBe(true)
  })
})
