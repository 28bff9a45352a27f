import { OpenFeature as Server } from '@openfeature/server-sdk'
import { OpenFeature as Web } from '@openfeature/web-sdk'
import { describe, expect, it } from 'vitest'
import { defineFlags } from '../../src/client/sdk/core/define-flags.ts'
import { fanionProvider } from '../../src/client/sdk/openfeature/index.ts'
import { fanionWebProvider } from '../../src/client/sdk/openfeature-web/index.ts'
import { anOfrepServer, aPage, aPageClient } from './pages.ts'
import { aClient, aServer, until } from './world.ts'

const flags = defineFlags({ checkout: { type: 'boolean', default: false }, plain: { type: 'boolean', default: false } })
const metadata = { run: 17, by: 'companyId', version: 'run-17' }
const answers = [
  { key: 'checkout', value: true, variant: 'on', reason: 'SPLIT', metadata },
  { key: 'plain', value: true, variant: 'on', reason: 'STATIC' },
]
const context = { targetingKey: 'ada', companyId: 'acme' }

describe('a page', () => {
  it('tells when it reads the answer of a measured rule, once for a context, and not when it peeks', async () => {
    const server = await anOfrepServer(() => answers)
    const fanion = aPageClient(server, flags, { context })
    await fanion.ready()
    fanion.flags.checkout.peek()
    fanion.flags.plain()
    for (let times = 0; times < 3; times += 1) fanion.flags.checkout()
    await until(() => server.batches.length === 1)
    await fanion.setContext({ targetingKey: 'bob', companyId: 'umbrella' })
    fanion.flags.checkout()
    await until(() => server.batches.length === 2)
    expect(server.batches.flatMap(({ exposures }) => exposures)).toEqual([
      { run: 17, variant: 'on', unit: 'acme', by: 'companyId', at: expect.any(String) },
      { run: 17, variant: 'on', unit: 'umbrella', by: 'companyId', at: expect.any(String) },
    ])
    expect(server.batches[0]?.batch).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('tells of events for its context, at once when it is hidden', async () => {
    const server = await anOfrepServer(() => answers)
    const page = aPage()
    const fanion = aPageClient(server, flags, { context }, page)
    await fanion.ready()
    fanion.track('purchase', { value: 5, properties: { plan: 'gold' } })
    await fanion.flags.plain()
    await until(() => {
      page.see(false)
      return server.batches.length === 1
    })
    expect(server.batches[0]?.events).toEqual([
      {
        event: 'purchase',
        unit: 'ada',
        also: { companyId: 'acme' },
        at: expect.any(String),
        value: 5,
        properties: { plan: 'gold' },
      },
    ])
  })

  it('keeps what nobody took for its next visit, and tells nothing where it must not report', async () => {
    const server = await anOfrepServer(() => answers)
    let isAway = true
    server.intercept = ({ url }, response) => isAway && url === '/sdk/v1/events' && !!response.writeHead(503).end()
    const storage = new Map<string, string>()
    const first = aPageClient(server, flags, { context }, aPage(storage))
    await first.ready()
    first.track('purchase')
    await first.close()
    expect([...storage.keys()].filter((name) => name.startsWith('fanion:outbox:'))).toHaveLength(1)
    isAway = false
    const second = aPageClient(server, flags, { context, telemetry: false }, aPage(storage))
    await second.ready()
    second.flags.checkout()
    second.track('again')
    await until(() => server.batches.length === 2)
    expect(server.batches.map(({ events }) => events.map(({ event }) => event))).toEqual([['purchase'], ['again']])
    expect(server.batches.flatMap(({ exposures }) => exposures)).toEqual([])
  })
})

describe('the OpenFeature providers', () => {
  it('tell of events: a program with the context of the call, a page with its own', async () => {
    const [server, ofrep] = [await aServer(), await anOfrepServer(() => answers)]
    const fanion = aClient(server, flags)
    await Server.setProviderAndWait(fanionProvider(fanion))
    Server.getClient().track('purchase', { targetingKey: 'ada' }, { value: 49.9, plan: 'gold', cart: { id: 7 } })
    await fanion.flush()
    expect(server.batches[0]?.events).toMatchObject([
      { event: 'purchase', unit: 'ada', value: 49.9, properties: { plan: 'gold' } },
    ])
    await Web.setContext({ targetingKey: 'ada' })
    await Web.setProviderAndWait(fanionWebProvider(aPageClient(ofrep, flags)))
    Web.getClient().track('purchase', { value: 1, first: true })
    await until(() => ofrep.batches.length === 1)
    expect(ofrep.batches[0]?.events).toMatchObject([
      { event: 'purchase', unit: 'ada', value: 1, properties: { first: true } },
    ])
    await Promise.all([Server.close(), Web.close()])
  })
})
