import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createClient } from '../../src/client/sdk/core/client.ts'
import { defineFlags } from '../../src/client/sdk/core/define-flags.ts'
import type { Platform } from '../../src/client/sdk/core/platform.ts'
import { connectMs } from '../../src/client/sdk/core/send-request.ts'
import type { Status } from '../../src/client/sdk/core/status.ts'
import { edgePlatform } from '../../src/client/sdk/edge/platform.ts'
import { nodePlatform } from '../../src/client/sdk/node/platform.ts'
import { aServer as aPageServer, flags as pageFlags, off as pageOff } from './page-client.ts'
import { aPage, aPageClient } from './pages.ts'
import { aFlag, serverKey } from './wire-server.ts'
import { aServer, hastyPlatform, until } from './world.ts'

const flags = defineFlags({ checkout: { type: 'boolean', default: false } })
const [on, off] = [aFlag('checkout', true), aFlag('checkout', false)]

/** What a proxy does to each stream. */
type Fault = (request: IncomingMessage, response: ServerResponse, pass: () => void) => void

const faults: Readonly<Record<string, Fault>> = {
  'answers each stream with 502': (_, response) => response.writeHead(502).end(),
  'forbids each stream': (_, response) => response.writeHead(403).end(),
  'answers each stream with a page': (_, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('<p>'),
  'cuts each stream': (request) => request.socket.destroy(),
  'takes each stream and never answers': () => {},
  'answers each stream and sends no byte': (_, response) =>
    response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders(),
}

/** A proxy in front of `origin`. `fault` handles each stream; null forwards all. */
const aProxy = async (origin: () => string) => {
  const proxy = {
    url: '',
    streams: 0,
    polls: [] as { tag: string | undefined; status: number }[],
    fault: null as Fault | null,
  }
  const server = createServer((request, response) => {
    const url = request.url ?? '/'
    const pass = () => {
      const to = forward(origin() + url, { method: request.method ?? 'GET', headers: request.headers }, (answer) => {
        if (!/stream|telemetry/.test(url) && request.method !== 'OPTIONS')
          proxy.polls.push({ tag: request.headers['if-none-match'], status: answer.statusCode ?? 0 })
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(response).on('error', () => {})
      })
      to.on('error', () => response.destroy())
      response.on('close', () => to.destroy())
      request.pipe(to)
    }
    if (!/\/stream/.test(url)) return pass()
    proxy.streams += 1
    if (proxy.fault === null) pass()
    else proxy.fault(request, response, pass)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  // A listening TCP server has an address with a port.
  proxy.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return proxy
}

/** A platform that records the duration of each timer. */
const noted = (platform: Platform) => {
  const waits: number[] = []
  const startTimer: Platform['startTimer'] = (run, afterMs, hold) => {
    waits.push(afterMs)
    return platform.startTimer(run, afterMs, hold)
  }
  return { waits, platform: { ...platform, startTimer } }
}

const hasty = hastyPlatform()
/** Five times faster than in other tests, because these wait for polls. The time limit for connecting is unchanged. */
const startTimer: Platform['startTimer'] = (run, afterMs, hold) =>
  hasty.startTimer(run, afterMs === connectMs ? afterMs : afterMs / 5, hold)
const platforms: Readonly<Record<string, () => Platform>> = {
  node: () => hastyPlatform({ startTimer }),
  edge: () => ({ ...edgePlatform(), startTimer, warn: () => {} }),
}

/** The faults that look different depending on the runtime's `fetch`. */
const faultsFor = (name: string) =>
  Object.entries(faults).filter(([fault]) => name === 'node' || /502|cuts|never/.test(fault))

describe.each(Object.keys(platforms))('a client for %s behind a proxy that', (name) => {
  const aClient = (url: string) => {
    const { waits, platform } = noted(platforms[name]?.() ?? hastyPlatform())
    const fanion = createClient(platform, { url, key: serverKey, flags, telemetry: false })
    onTestFinished(fanion.close)
    return { fanion, waits }
  }

  it.each(faultsFor(name))('%s has what is published, by polls', async (_, fault) => {
    const server = await aServer()
    const proxy = await aProxy(() => server.url)
    proxy.fault = fault
    const { fanion, waits } = aClient(proxy.url)
    expect(await fanion.ready()).toEqual({ ready: true, reason: null })
    const states: Status['state'][] = []
    fanion.on('status', ({ state }) => states.push(state))
    for (const flag of [off, on]) {
      server.publish(flag)
      await until(() => fanion.flags.checkout() === flag.on)
    }
    expect(fanion.status).toMatchObject({ state: 'ready', source: 'poll', revision: 3 })
    // Successful polls count as connected.
    expect(states.filter((state) => state !== 'ready')).toEqual([])
    await until(() => proxy.polls.some(({ status }) => status === 304))
    // The first poll requests the full document (two do, if streams are forbidden late). Each later one sends its etag.
    expect(proxy.polls.slice(2).filter(({ tag }) => !tag?.startsWith('"shop/production/'))).toEqual([])
    // Changes arrive within 20 s: polls are between 5 s and 15 s apart.
    expect(waits.filter((ms) => ms >= 5_000 && ms <= 15_000).length).toBeGreaterThan(1)

    proxy.fault = null
    await until(() => fanion.status.source === 'stream')
    server.publish(off)
    await until(() => !fanion.flags.checkout())
    // A poll may have been in progress.
    const polls = proxy.polls.length + 1
    await new Promise((resolve) => setTimeout(resolve, 400))
    expect(proxy.polls.length).toBeLessThanOrEqual(polls)
  })

  it('begins to refuse streams while one is open: the client polls soon, for no more than it lacks', async () => {
    const server = await aServer()
    const proxy = await aProxy(() => server.url)
    const { fanion } = aClient(proxy.url)
    await fanion.ready()
    await until(() => fanion.status.source === 'stream')
    // A slow machine may have polled before its first stream was open.
    const before = proxy.polls.length
    proxy.fault = (_, response) => response.writeHead(503).end()
    server.cutStreams()
    await until(() => fanion.status.source === 'poll' && proxy.polls.length > before)
    expect(proxy.polls.slice(before).filter(({ status }) => status !== 304)).toEqual([])
    server.publish(off)
    await until(() => !fanion.flags.checkout())
  })

  it('holds a stream back until its server has been polled past it', async () => {
    const server = await aServer()
    const proxy = await aProxy(() => server.url)
    const held: (() => void)[] = []
    const { fanion } = aClient(proxy.url)
    await fanion.ready()
    // The stream's headers arrive at once, and its bytes late, as through a buffering proxy.
    proxy.fault = (request, response) => {
      const from = forward(server.url + request.url, { headers: request.headers }, (answer) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
        held.push(() => answer.pipe(response))
      })
      response.on('close', () => from.destroy())
      from.end()
    }
    server.cutStreams()
    await until(() => held.length > 0 && server.openStreams > 0)
    const seen: boolean[] = []
    server.publish(off)
    await until(() => fanion.status.source === 'poll' && !fanion.flags.checkout())
    fanion.on('change', () => seen.push(fanion.flags.checkout()))
    proxy.fault = null
    for (const release of held) release()
    await until(() => fanion.status.source === 'stream')
    server.publish(on)
    await until(() => fanion.flags.checkout())
    // Never goes back to a revision before the polled one.
    expect(seen).toEqual([true])
    expect(fanion.status.revision).toBe(3)
  })

  it('answers nothing at all is polled ever more seldom', async () => {
    const server = await aServer()
    const proxy = await aProxy(() => server.url)
    const { fanion, waits } = aClient(proxy.url)
    await fanion.ready()
    await server.stop()
    waits.length = 0
    await until(() => waits.filter((ms) => ms > 10_000).length > 2)
    expect(Math.max(...waits.filter((ms) => ms !== 45_000))).toBeLessThanOrEqual(60_000)
    expect(fanion.status.state).toBe('stale')
    await server.start()
    await until(() => fanion.status.state === 'ready')
  })
})

describe('a page behind a proxy that', () => {
  const aFollowingPage = async (timers = startTimer) => {
    const server = await aPageServer()
    const proxy = await aProxy(() => server.url)
    server.streamUrl = '/ofrep/v1/stream?ticket=t&heartbeat=15'
    const page = aPage(new Map(), hastyPlatform({ startTimer: timers }))
    return { server, proxy, page, connect: () => aPageClient({ url: proxy.url } as typeof server, pageFlags, {}, page) }
  }

  it.each(Object.entries(faults))('%s has what is published, by polls', async (_, fault) => {
    const { server, proxy, connect } = await aFollowingPage()
    proxy.fault = fault
    const fanion = connect()
    expect((await fanion.ready()).ready).toBe(true)
    await until(() => fanion.status.source === 'poll')
    await until(() => proxy.polls.some(({ status }) => status === 304))
    server.evaluate = () => [pageOff]
    await until(() => !fanion.flags.checkout())
    proxy.fault = null
    await until(
      () => server.streams.size === 1 && fanion.status.source === 'stream',
      () => fanion.status,
    )
    const polls = proxy.polls.length + 1
    await new Promise((resolve) => setTimeout(resolve, 400))
    expect(proxy.polls.length).toBeLessThanOrEqual(polls)
  })

  it('falls silent in an open stream is polled, and asked for another stream', async () => {
    const { server, proxy, connect } = await aFollowingPage()
    const fanion = connect()
    await until(() => server.streams.size === 1 && fanion.status.source === 'stream')
    const first = proxy.streams
    // No heartbeat for 45 s.
    await until(() => proxy.streams > first)
    server.evaluate = () => [pageOff]
    await until(() => !fanion.flags.checkout())
    expect(fanion.status.state).toBe('ready')
  })

  it('ends a stream that the server said would end: the page is not interrupted', async () => {
    // In real time: 5 s to reconnect, which takes 50 ms here.
    const { server, connect } = await aFollowingPage(nodePlatform(globalThis.fetch, undefined).startTimer)
    const fanion = connect()
    await until(() => server.streams.size === 1 && fanion.status.source === 'stream')
    const states: string[] = []
    fanion.on('status', ({ state }) => states.push(state))
    const [stream] = server.streams
    stream?.end('event: reconnect\ndata: {"retryMs":7}\n\n')
    await until(() => server.streams.size === 1 && !server.streams.has(stream as ServerResponse))
    expect(states.filter((state) => state !== 'ready')).toEqual([])
  })
})
