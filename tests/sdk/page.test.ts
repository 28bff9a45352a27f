import { describe, expect, it } from 'vitest'
import type { PageChange } from '../../src/client/sdk/core/page.ts'
import { clientKey } from './ofrep-server.ts'
import { aClient, aServer, flags, off, on } from './page-client.ts'
import { anOfrepServer, aPage, aPageClient } from './pages.ts'
import { until } from './world.ts'

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
})
