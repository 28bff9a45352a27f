import { describe, expect, it } from 'vitest'
import type { OfrepServer } from './ofrep-server.ts'
import { flags, on } from './page-client.ts'
import { anOfrepServer, aPage, aPageClient } from './pages.ts'
import { until } from './world.ts'

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
