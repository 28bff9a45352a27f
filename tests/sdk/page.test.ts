import { describe, expect, it } from 'vitest'
import { defineFlags } from '../../src/client/sdk/core/define-flags.ts'
import type { BrowserOptions, PageChange } from '../../src/client/sdk/core/page.ts'
import type { Fault } from '../../src/client/sdk/core/status.ts'
import { clientKey, type OfrepServer } from './ofrep-server.ts'
import { anOfrepServer, aPage, aPageClient } from './pages.ts'
import { until } from './world.ts'

const flags = defineFlags({
  checkout: { type: 'boolean', default: false },
  hero: { type: 'string', variants: ['classic', 'compact'], default: 'classic' },
  limits: { type: 'object', default: { perMinute: 60 } },
})
const on = { key: 'checkout', value: true, reason: 'STATIC', variant: 'on' }
const off = { key: 'checkout', value: false, reason: 'DISABLED', variant: 'off' }

const aServer = () => anOfrepServer(() => [on])

const aClient = (
  server: OfrepServer,
  options: Partial<BrowserOptions<typeof flags>> = {},
  page = aPage(),
  connected = true,
) => aPageClient(server, flags, options, page, connected)

describe("a page's client", () => {
  it('asks for all flags with the context of the page, and serves the answers', async () => {
    const server = await aServer()
    const fanion = aClient(server, { context: { targetingKey: 'user-1', plan: 'pro' } })
    expect(fanion.flags.checkout()).toBe(false)
    expect(fanion.flags.checkout.details()).toMatchObject({ value: false, errorCode: 'PROVIDER_NOT_READY' })
    expect(await fanion.ready()).toEqual({ ready: true, reason: null })
    expect(fanion.flags.checkout()).toBe(true)
    expect(server.asked[0]?.context).toEqual({ targetingKey: 'user-1', plan: 'pro' })
    expect(fanion.status).toMatchObject({ state: 'ready', source: 'stream' })
  })

  it('gives the default for what the program did not declare, and says why', async () => {
    const server = await aServer()
    server.evaluate = () => [
      { key: 'hero', value: 'wide', reason: 'STATIC', variant: 'wide' },
      { key: 'limits', reason: 'DISABLED' },
      { key: 'checkout', errorCode: 'PARSE_ERROR', errorDetails: 'malformed' },
    ]
    const fanion = aClient(server)
    await fanion.ready()
    expect(fanion.flags.hero.details()).toMatchObject({ value: 'classic', errorCode: 'TYPE_MISMATCH' })
    expect(fanion.flags.limits.details()).toMatchObject({
      value: { perMinute: 60 },
      reason: 'DISABLED',
      errorCode: null,
    })
    expect(fanion.flags.checkout.details()).toMatchObject({
      reason: 'ERROR',
      errorCode: 'PARSE_ERROR',
      errorMessage: 'malformed',
    })
    expect(fanion.evaluate({ key: 'nope', type: 'boolean', default: true })).toMatchObject({
      value: true,
      errorCode: 'FLAG_NOT_FOUND',
    })
  })

  it('gives the reasons and warnings for which OFREP has no word', async () => {
    const server = await aServer()
    const metadata = { reason: 'DEFAULT', warning: 'TARGETING_KEY_MISSING' } as const
    server.evaluate = () => [
      { key: 'checkout', value: true, reason: 'UNKNOWN', variant: 'on', metadata },
      { key: 'hero', value: 'compact', reason: 'UNKNOWN', variant: 'compact' },
    ]
    const fanion = aClient(server)
    await fanion.ready()
    expect(fanion.flags.checkout.details()).toMatchObject(metadata)
    expect(fanion.flags.hero.details()).toMatchObject({ reason: 'UNKNOWN', warning: null })
  })

  it('asks again when the event stream says so, and tells the keys that answer otherwise', async () => {
    const server = await aServer()
    const hero = { key: 'hero', value: 'compact', reason: 'STATIC', variant: 'compact' }
    server.evaluate = () => [on, hero]
    const fanion = aClient(server)
    await fanion.ready()
    await until(() => server.streams.size === 1)
    const changes: PageChange[] = []
    fanion.on('change', (change) => changes.push(change))
    server.evaluate = () => [off, hero]
    server.tell()
    await until(() => changes.length === 1)
    expect(changes).toEqual([{ keys: ['checkout'] }])
    expect(fanion.flags.checkout()).toBe(false)
    expect(server.asked.at(-1)?.url).toBe('/ofrep/v1/evaluate/flags?flagConfigEtag=now')
  })

  it('hears of changes at the address it asks, whatever address a server behind a proxy takes for its own', async () => {
    const server = await anOfrepServer(() => [on])
    server.streamUrl = 'https://flags.invalid/ofrep/v1/stream?ticket=t'
    const fanion = aPageClient(server, flags, { url: `${server.url}/flags/` })
    await fanion.ready()
    await until(() => server.streams.size === 1)
    server.evaluate = () => [off]
    server.tell()
    await until(() => !fanion.flags.checkout())
    expect(fanion.status).toMatchObject({ state: 'ready', source: 'stream' })
  })

  it('keeps an answer that says the same as before as it was, so that nothing is drawn again for it', async () => {
    const server = await aServer()
    const limits = () => ({ key: 'limits', value: { perMinute: 5 }, reason: 'STATIC', variant: 'low' })
    server.evaluate = () => [on, limits()]
    const fanion = aClient(server)
    await fanion.ready()
    const before = fanion.flags.limits()
    await until(() => server.streams.size === 1)
    server.evaluate = () => [off, limits()]
    server.tell()
    await until(() => !fanion.flags.checkout())
    expect(fanion.flags.limits()).toBe(before)
  })

  it('is told 304 where the answers are the same', async () => {
    const server = await aServer()
    const fanion = aClient(server)
    await fanion.ready()
    await until(() => server.streams.size === 1)
    await until(() => server.asked.length === 2)
    expect(server.asked[1]?.etag).toMatch(/^"/)
    await until(() => fanion.status.state === 'ready')
    expect(fanion.flags.checkout()).toBe(true)
  })

  it('asks anew for another context, with the newest one winning', async () => {
    const server = await aServer()
    server.evaluate = ({ targetingKey }) => [{ ...on, value: targetingKey === 'user-3' }]
    const fanion = aClient(server, { context: { targetingKey: 'user-1' } })
    await fanion.ready()
    void fanion.setContext({ targetingKey: 'user-2' })
    expect(await fanion.setContext({ targetingKey: 'user-3' })).toEqual({ ready: true, reason: null })
    expect(fanion.flags.checkout()).toBe(true)
  })

  it('serves the last answers of the same context at the next start, as stale', async () => {
    const server = await aServer()
    const { storage } = aPage()
    const first = aClient(server, { context: { targetingKey: 'user-1' } }, aPage(storage))
    await first.ready()
    await first.close()
    await server.stop()
    const again = aClient(server, { context: { targetingKey: 'user-1' } }, aPage(storage))
    expect(again.flags.checkout()).toBe(true)
    expect(again.status).toMatchObject({ state: 'stale', source: 'storage' })
    const somebodyElse = aClient(server, { context: { targetingKey: 'user-2' } }, aPage(storage))
    expect(somebodyElse.flags.checkout()).toBe(false)
    expect([...storage.values()].join()).not.toContain('user-1')
  })

  it.each(['{', '[]', '{"of":1}', 'null'])('passes over a storage that holds %s', async (kept) => {
    const server = await aServer()
    const storage = new Map([[`fanion:${clientKey.slice(8, 24)}`, kept]])
    const fanion = aClient(server, {}, aPage(storage))
    expect(await fanion.ready()).toEqual({ ready: true, reason: null })
    expect(fanion.flags.checkout()).toBe(true)
  })

  it('serves what the server that rendered the page handed over, at once', async () => {
    const server = await aServer()
    const fanion = aClient(server, { answers: { flags: [on] } })
    expect(fanion.flags.checkout()).toBe(true)
    expect(fanion.status).toMatchObject({ state: 'stale', source: 'bootstrap' })
    await fanion.ready()
    expect(fanion.status.state).toBe('ready')
  })

  it('asks nobody where the page is only rendered', async () => {
    const server = await aServer()
    const fanion = aClient(server, { answers: { flags: [on] } }, aPage(), false)
    expect(await fanion.ready()).toEqual({ ready: true, reason: null })
    expect(fanion.flags.checkout()).toBe(true)
    expect(server.asked).toEqual([])
  })

  it('comes back after the server was away, and serves what it has meanwhile', async () => {
    const server = await aServer()
    const fanion = aClient(server)
    await fanion.ready()
    await until(() => server.streams.size === 1)
    await server.stop()
    server.evaluate = () => [off]
    await until(() => fanion.status.state === 'stale')
    expect(fanion.flags.checkout()).toBe(true)
    await server.start()
    await until(() => fanion.status.state === 'ready')
    expect(fanion.flags.checkout()).toBe(false)
  })

  it('does not miss what changed before its event stream was open', async () => {
    const server = await aServer()
    const fanion = aClient(server)
    await fanion.ready()
    server.evaluate = () => [off]
    await until(() => !fanion.flags.checkout())
    expect(server.streams.size).toBe(1)
  })

  it('asks now and then where there is no event stream', async () => {
    const server = await aServer()
    server.streaming = false
    const fanion = aClient(server)
    await fanion.ready()
    expect(fanion.status.source).toBe('poll')
    server.evaluate = () => [off]
    await until(() => !fanion.flags.checkout())
  })

  it('lets go of the stream while the page is hidden, and asks again when it is seen', async () => {
    const server = await aServer()
    server.idleSec = 10
    const page = aPage()
    const fanion = aClient(server, {}, page)
    await fanion.ready()
    await until(() => server.streams.size === 1)
    page.see(false)
    // hidden, it still asks for what is new, and lets go all the same
    server.evaluate = () => [{ ...on, variant: 'anew' }]
    server.tell()
    await until(() => fanion.flags.checkout.details().variant === 'anew')
    await until(() => server.streams.size === 0)
    server.evaluate = () => [off]
    page.see(true)
    await until(() => !fanion.flags.checkout() && server.streams.size === 1)
    expect(fanion.status.state).toBe('ready')
  })

  it('keeps the stream where the page is hidden for a moment only', async () => {
    const server = await aServer()
    const page = aPage()
    const fanion = aClient(server, {}, page)
    await fanion.ready()
    await until(() => server.streams.size === 1)
    let streams = 1
    server.intercept = ({ url }) => {
      if (url === '/stream') streams += 1
      return false
    }
    page.see(false)
    page.see(true)
    server.evaluate = () => [off]
    server.tell()
    await until(() => !fanion.flags.checkout())
    expect(streams).toBe(1)
  })

  it.each([401, 403])('takes %i for final and says so', async (code) => {
    const server = await aServer()
    server.intercept = (_, response) => {
      response.writeHead(code).end()
      return true
    }
    const faults: Fault[] = []
    const fanion = aClient(server)
    fanion.on('error', (fault) => faults.push(fault))
    expect((await fanion.ready()).ready).toBe(false)
    expect(fanion.status.state).toBe('error')
    expect(faults).toHaveLength(1)
  })

  it.each([
    ['no JSON', '<p>Welcome</p>'],
    ['no answers', '{"flags":7}'],
  ])('tries again after an answer that is %s', async (_, body) => {
    const server = await aServer()
    let wrong = 2
    server.intercept = (request, response) => {
      if (request.method !== 'POST' || wrong-- <= 0) return false
      response.writeHead(200).end(body)
      return true
    }
    const fanion = aClient(server)
    expect(await fanion.ready({ timeoutMs: 300_000 })).toEqual({ ready: true, reason: null })
  })

  it('does not throw for a context that cannot be sent, and says so', async () => {
    const server = await aServer()
    const fanion = aClient(server)
    await fanion.ready()
    const circle: Record<string, unknown> = {}
    circle.self = circle
    const { ready, reason } = await fanion.setContext(circle)
    expect(ready).toBe(false)
    expect(reason).toMatch(/the context cannot be sent/)
    expect(fanion.flags.checkout()).toBe(true)
  })

  it('tells of an event that is malformed, and goes on', async () => {
    const server = await aServer()
    const faults: Fault[] = []
    const fanion = aClient(server)
    // the flags that this server does not answer are told of, too
    fanion.on('error', (fault) => fault.flag === undefined && faults.push(fault))
    await fanion.ready()
    await until(() => server.streams.size === 1)
    for (const stream of server.streams) stream.write('data: {\n\n')
    await until(() => faults.length === 1)
    server.tell({ type: 'weather' })
    server.tell(null)
    server.evaluate = () => [off]
    server.tell()
    await until(() => !fanion.flags.checkout())
    expect(faults).toHaveLength(1)
  })

  it('serves on after close and asks no more', async () => {
    const server = await aServer()
    const fanion = aClient(server)
    await fanion.ready()
    await until(() => server.streams.size === 1)
    await fanion.close()
    await until(() => server.streams.size === 0)
    expect(fanion.flags.checkout()).toBe(true)
    expect(fanion.status.state).toBe('closed')
  })
})

describe('the report of a page', () => {
  const rows = (server: OfrepServer) => server.reports.flatMap(({ counts }) => counts)

  it('has each answer that was taken once for a context, and no context', async () => {
    const server = await anOfrepServer(() => [on])
    const fanion = aPageClient(server, flags, { context: { targetingKey: 'ada@example.com' } })
    fanion.flags.checkout() // nothing is served yet
    await fanion.ready()
    for (let times = 0; times < 5; times++) fanion.flags.checkout()
    fanion.flags.checkout.details()
    await fanion.setContext({ targetingKey: 'bob@example.com' })
    fanion.flags.checkout()
    await fanion.close()
    expect(rows(server)).toEqual([
      { flag: 'checkout', variant: 'on', count: 1 },
      { flag: 'checkout', variant: 'on', count: 1 },
    ])
    expect(server.reports[0]?.sdk).toMatch(/^@fanion\/sdk\/browser \d/)
    expect(JSON.stringify(server.reports)).not.toContain('example.com')
  })

  it('has what is taken as soon as the first answers are told of', async () => {
    const server = await anOfrepServer(() => [on])
    const fanion = aPageClient(server, flags)
    const taken: unknown[] = []
    fanion.on('change', () => taken.push(fanion.flags.checkout(), fanion.flags.hero.details().errorCode))
    await fanion.ready()
    expect(taken).toEqual([true, 'FLAG_NOT_FOUND'])
    await fanion.close()
    expect(rows(server)).toEqual([
      { flag: 'checkout', variant: 'on', count: 1 },
      { flag: 'hero', variant: null, count: 1 },
    ])
  })

  it('goes when the page is hidden, for it may never be seen again', async () => {
    const server = await anOfrepServer(() => [on])
    const page = aPage()
    const fanion = aPageClient(server, flags, {}, page)
    await fanion.ready()
    fanion.flags.checkout()
    page.see(false)
    await until(() => server.reports.length === 1)
    expect(rows(server)).toEqual([{ flag: 'checkout', variant: 'on', count: 1 }])
  })

  it('is not made where telemetry is off, or on the server that renders the page', async () => {
    const server = await anOfrepServer(() => [on])
    const answers = { flags: [on] }
    const silent = aPageClient(server, flags, { telemetry: false })
    const rendering = aPageClient(server, flags, { answers }, aPage(), false)
    await silent.ready()
    for (const fanion of [silent, rendering]) {
      fanion.flags.checkout()
      await fanion.close()
    }
    expect(server.reports).toEqual([])
  })
})
