import { describe, expect, it } from 'vitest'
import { defineFlags } from '../../src/client/sdk/core/define-flags.ts'
import type { Fault } from '../../src/client/sdk/core/status.ts'
import { version } from '../../src/shared/version.ts'
import { aDatafile, aFlag } from './wire-server.ts'
import { aClient, aServer, until } from './world.ts'

const flags = defineFlags({
  checkout: { type: 'boolean', default: false },
  missing: { type: 'boolean', default: false },
  other: { key: 'text', type: 'boolean', default: false },
})
const text = aFlag('text', true, { type: 'string', variants: { on: 'a', off: 'b' } })
const shop = aDatafile(1, [aFlag('checkout', true), text])

describe('counts', () => {
  it('are reported by flag and variant; null is the default that the program declared', async () => {
    const server = await aServer(shop)
    const fanion = aClient(server, flags)
    await fanion.ready()
    fanion.flags.checkout()
    fanion.flags.checkout.details()
    fanion.flags.missing()
    fanion.flags.other()
    fanion.evaluate({ key: 'checkout', type: 'boolean', default: true })
    await fanion.flush()
    expect(server.reports).toHaveLength(1)
    expect(server.reports[0]).toMatchObject({ sdk: `@fanion/sdk/node ${version}`, dropped: 0 })
    expect(server.reports[0]?.counts).toEqual([
      { flag: 'checkout', variant: 'on', count: 3 },
      { flag: 'missing', variant: null, count: 1 },
      { flag: 'text', variant: null, count: 1 },
    ])
  })

  it('are kept across a whole datafile and across patches', async () => {
    const server = await aServer(shop)
    const fanion = aClient(server, flags)
    fanion.flags.checkout()
    await fanion.ready()
    fanion.flags.checkout()
    server.publish(aFlag('checkout', false))
    await until(() => !fanion.flags.checkout.details().value)
    server.send('datafile', aDatafile(1, [aFlag('checkout', true)]))
    await until(() => fanion.status.revision === 1)
    fanion.flags.checkout()
    await fanion.flush()
    const of = (variant: string | null) => server.reports[0]?.counts.find((row) => row.variant === variant)?.count
    expect(of(null)).toBe(1)
    expect(of('on')).toBeGreaterThanOrEqual(2)
    expect(of('off')).toBe(1)
  })

  it('are reported every thirty seconds, and not where there is nothing to say', async () => {
    const server = await aServer(shop)
    const fanion = aClient(server, flags)
    await fanion.ready()
    await fanion.flush()
    expect(server.reports).toHaveLength(0)
    fanion.flags.checkout()
    await until(() => server.reports.length === 1)
    fanion.flags.checkout()
    await until(() => server.reports.length === 2)
    expect(server.reports[0]?.instance).toBe(server.reports[1]?.instance)
  })

  it('are reported a last time at close', async () => {
    const server = await aServer(shop)
    const fanion = aClient(server, flags)
    await fanion.ready()
    fanion.flags.checkout()
    await fanion.close()
    expect(server.reports[0]?.counts).toEqual([{ flag: 'checkout', variant: 'on', count: 1 }])
  })

  it('are dropped with a report that is lost; the next report says how many evaluations were in it', async () => {
    const server = await aServer(shop)
    const fanion = aClient(server, flags)
    const faults: Fault[] = []
    // A flag that this environment lacks is reported, too.
    fanion.on('error', (fault) => fault.flag === undefined && faults.push(fault))
    await fanion.ready()
    server.intercept = (request, response) => {
      if (request.method !== 'POST') return false
      response.writeHead(500).end()
      return true
    }
    for (let call = 0; call < 3; call += 1) fanion.flags.checkout()
    await fanion.flush()
    fanion.flags.missing()
    await fanion.flush()
    server.intercept = () => false
    fanion.flags.checkout()
    await fanion.flush()
    expect(server.reports).toHaveLength(1)
    expect(server.reports[0]).toMatchObject({ counts: [{ flag: 'checkout', count: 1 }], dropped: 4 })
    expect(faults[0]?.message).toBe('a report of 3 evaluations was lost: the server answered 500')
  })

  it('never hold up close for longer than a first connect may take', async () => {
    const server = await aServer(shop)
    const fanion = aClient(server, flags)
    await fanion.ready()
    fanion.flags.checkout()
    server.intercept = () => true
    await fanion.close()
    expect(server.reports).toHaveLength(0)
  })

  it('are not sent where telemetry is off', async () => {
    const server = await aServer(shop)
    const fanion = aClient(server, flags, { telemetry: false })
    await fanion.ready()
    fanion.flags.checkout()
    await fanion.flush()
    await fanion.close()
    expect(server.asked('/sdk/v1/telemetry')).toBe(0)
  })

  it('of many flags come in reports that stay under the limit of the server', async () => {
    const keys = Array.from({ length: 5_000 }, (_, at) => `${'k'.repeat(90)}-${at}`)
    const server = await aServer(
      aDatafile(
        1,
        keys.map((key) => aFlag(key, true)),
      ),
    )
    const fanion = aClient(server, flags)
    await fanion.ready()
    for (const key of keys) fanion.evaluate({ key, type: 'boolean', default: false })
    await fanion.flush()
    expect(server.reports.length).toBeGreaterThan(1)
    expect(server.reports.flatMap((report) => report.counts)).toHaveLength(5_000)
    for (const report of server.reports) expect(JSON.stringify(report).length).toBeLessThan(1024 * 1024)
  })
})

describe('sampled contexts', () => {
  it('are sent once the server asks for them, without what it wants left out, and no longer than it asks', async () => {
    const server = await aServer(shop)
    const fanion = aClient(server, flags)
    await fanion.ready()
    const ask = (country: string) => fanion.flags.checkout({ targetingKey: 'u', country, email: 'a@example.com' })
    ask('before')
    server.sampling = { contexts: 3, without: ['email'] }
    await fanion.flush()
    ask('NO')
    fanion.flags.checkout.details({ targetingKey: 'v' })
    server.sampling = null
    await fanion.flush()
    ask('after')
    await fanion.flush()
    const sent = server.reports.map(({ contexts }) => contexts)
    expect(sent).toEqual([undefined, [{ targetingKey: 'u', country: 'NO' }, { targetingKey: 'v' }], undefined])
  })

  it.each(['', 'no json', '{"sampling":{"contexts":-1,"without":[]}}', '{"sampling":{"contexts":5}}', '[]'])(
    'are not sent to a server that answers %j',
    async (body) => {
      const server = await aServer(shop)
      server.intercept = ({ url }, response) => {
        if (url !== '/sdk/v1/telemetry') return false
        response.writeHead(202).end(body)
        return true
      }
      const fanion = aClient(server, flags)
      await fanion.ready()
      fanion.flags.checkout({ country: 'NO' })
      await fanion.flush()
      server.intercept = () => false
      fanion.flags.checkout({ country: 'NO' })
      await fanion.flush()
      expect(server.reports.map(({ contexts }) => contexts)).toEqual([undefined])
    },
  )
})
