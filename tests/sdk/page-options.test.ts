import { afterEach, describe, expect, it } from 'vitest'
import { createPageClient } from '../../src/client/sdk/browser/client.ts'
import { pagePlatform } from '../../src/client/sdk/browser/platform.ts'
import { defineFlags } from '../../src/client/sdk/core/define-flags.ts'
import type { PageOptions } from '../../src/client/sdk/core/page.ts'
import { clientKey, type OfrepServer } from './ofrep-server.ts'
import { anOfrepServer } from './pages.ts'
import { until } from './world.ts'

const flags = defineFlags({ checkout: { type: 'boolean', default: false } })
const on = { key: 'checkout', value: true, reason: 'STATIC', variant: 'on' }
const clients: { readonly close: () => Promise<void> }[] = []
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close()
})

/** A client on the platform that its own options create. */
const aClient = (server: OfrepServer, options: Partial<PageOptions<typeof flags>>) => {
  const all = { url: server.url, key: clientKey, flags, streaming: false, ...options }
  const client = createPageClient(pagePlatform(all), all, true)
  clients.push(client)
  return client
}

/** A storage that the page provides. */
const aStorage = () => {
  const kept = new Map<string, string>()
  const setItem = (name: string, text: string) => void kept.set(name, text)
  return { kept, storage: { getItem: (name: string) => kept.get(name) ?? null, setItem } }
}

describe('the options of a page', () => {
  it('storage: an own one keeps the answers for the next visit', async () => {
    const server = await anOfrepServer(() => [on])
    const { kept, storage } = aStorage()
    await aClient(server, { storage }).ready()
    expect(kept.size).toBe(1)
    await server.stop()
    const next = aClient(server, { storage })
    expect(next.flags.checkout()).toBe(true)
    expect(next.status.source).toBe('storage')
  })

  it('storage: false keeps nothing and reads nothing; one that throws harms nobody', async () => {
    const server = await anOfrepServer(() => [on])
    const { kept, storage } = aStorage()
    const page: { localStorage?: unknown } = globalThis
    const before = Object.getOwnPropertyDescriptor(page, 'localStorage')
    Object.defineProperty(page, 'localStorage', { value: storage, configurable: true })
    try {
      await aClient(server, { storage: false }).ready()
      expect(kept.size).toBe(0)
      await aClient(server, {}).ready()
      expect(kept.size).toBe(1)
      expect(aClient(server, { storage: false }).flags.checkout()).toBe(false)
    } finally {
      if (before) Object.defineProperty(page, 'localStorage', before)
      else delete page.localStorage
    }
    const refuse = (): never => {
      throw new Error('the visitor allows none')
    }
    const fanion = aClient(server, { storage: { getItem: refuse, setItem: refuse } })
    expect(await fanion.ready()).toEqual({ ready: true, reason: null })
  })

  it('fetch: everything that is asked goes through it, and its failure is said', async () => {
    const server = await anOfrepServer(() => [on])
    const asked: string[] = []
    const fanion = aClient(server, {
      fetch: (url, init) => {
        asked.push(`${init.method} ${new URL(url).pathname}`)
        return fetch(url, init)
      },
    })
    await fanion.ready()
    fanion.flags.checkout()
    await until(() => fanion.flags.checkout())
    await fanion.close()
    expect(asked).toContain('POST /ofrep/v1/evaluate/flags')
    const broken = aClient(server, { fetch: () => Promise.reject(new Error('no way out')) })
    expect((await broken.ready({ timeoutMs: 200 })).reason).toContain('no way out')
  })

  it('streaming: false holds no stream open', async () => {
    const server = await anOfrepServer(() => [on])
    const fanion = aClient(server, { streaming: false })
    await fanion.ready()
    expect(fanion.status).toMatchObject({ state: 'ready', source: 'poll' })
    expect(server.streams.size).toBe(0)
  })
})
