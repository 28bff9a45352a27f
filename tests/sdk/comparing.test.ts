import { OpenFeature, type Provider } from '@openfeature/server-sdk'
import { afterEach, describe, expect, it } from 'vitest'
import { defineFlags } from '../../src/client/sdk/core/define-flags.ts'
import { comparing, fanionProvider } from '../../src/client/sdk/openfeature/index.ts'
import { aDatafile, aFlag } from './wire-server.ts'
import { aClient, aServer, until } from './world.ts'

afterEach(() => OpenFeature.clearProviders())

const rule = (key: string) =>
  aFlag(key, true, {
    rules: [{ id: 'r', when: { attribute: 'plan', operator: 'is', values: ['pro'] }, serve: { variant: 'off' } }],
  })

/** The application's previous provider. By default it returns `true` with variant `on` for every flag. */
const older = (
  answer: (flag: string) => unknown = () => ({ value: true, variant: 'on', reason: 'STATIC' }),
): Provider => {
  // Safe cast: a provider may return anything.
  const resolve = (flag: string) => Promise.resolve(answer(flag)) as Promise<never>
  return {
    metadata: { name: 'older' },
    resolveBooleanEvaluation: resolve,
    resolveStringEvaluation: resolve,
    resolveNumberEvaluation: resolve,
    resolveObjectEvaluation: resolve,
  }
}

const aWorld = async (serve = older(), samples?: number) => {
  const server = await aServer(aDatafile(1, [aFlag('checkout', true), rule('banner')]))
  const fanion = aClient(server, defineFlags({}))
  await fanion.ready()
  const beside = fanionProvider(fanion)
  await OpenFeature.setProviderAndWait(comparing({ serve, beside, report: fanion, samples }))
  const client = OpenFeature.getClient()
  // The parallel evaluation starts by itself.
  const told = async () => {
    await OpenFeature.clearProviders()
    const sum: Record<string, Record<string, number>> = {}
    for (const { flags } of server.comparisons)
      for (const [flag, counts] of Object.entries(flags))
        for (const [kind, count] of Object.entries(counts))
          if (count > 0) sum[flag] = { ...sum[flag], [kind]: (sum[flag]?.[kind] ?? 0) + count }
    return sum
  }
  return { server, client, told, beside }
}

/** Waits for the parallel evaluation. */
const aTurn = () => new Promise((resolve) => setTimeout(resolve, 5))

describe('comparing', () => {
  it('serves what was served, and tells how often both agreed', async () => {
    const { server, client, told } = await aWorld()
    server.sampling = { contexts: 10, without: ['email'] }
    const who = { targetingKey: 'ada', plan: 'pro', email: 'ada@example.com' }
    expect(await client.getBooleanValue('checkout', false, who)).toBe(true)
    expect(await client.getBooleanValue('banner', false, who)).toBe(true)
    expect(await client.getBooleanValue('banner', false, { targetingKey: 'bob' })).toBe(true)
    expect(await client.getBooleanValue('gone', false, who)).toBe(true)
    await aTurn()
    expect(await told()).toEqual({ checkout: { same: 1 }, banner: { same: 1, different: 1 }, gone: { errors: 1 } })
    const [first, second] = server.comparisons
    // Before the server has said which contexts it stores, none leaves the application.
    expect([first?.source, first?.examples]).toEqual(['older', []])
    expect(second?.examples).toEqual([
      { flag: 'banner', theirs: true, ours: false, context: { targetingKey: 'ada', plan: 'pro' } },
    ])
  })

  it('tells of answers alone where no contexts are kept', async () => {
    const { server, client, told } = await aWorld()
    await client.getBooleanValue('banner', false, { targetingKey: 'ada', plan: 'pro' })
    await aTurn()
    expect(await told()).toEqual({ banner: { different: 1 } })
    expect(server.comparisons.flatMap(({ examples }) => examples)).toEqual([
      { flag: 'banner', theirs: true, ours: false },
    ])
  })

  it('counts errors and the code’s default apart, and passes on what the older one throws', async () => {
    const serve = older((flag) => {
      if (flag === 'checkout') throw new Error('older is broken')
      return { value: false, reason: 'DEFAULT' }
    })
    const { client, told } = await aWorld(serve)
    const details = await client.getBooleanDetails('checkout', false)
    expect([details.value, details.errorMessage]).toEqual([false, 'older is broken'])
    expect(await client.getBooleanValue('banner', false)).toBe(false)
    await aTurn()
    expect(await told()).toEqual({ checkout: { errors: 1 }, banner: { defaults: 1 } })
  })

  it('takes values for the same whatever the order of their fields', async () => {
    const value = { b: [1, { d: null, c: 2 }], a: 'x' }
    const serve = older(() => ({ value: { a: 'x', b: [1, { c: 2, d: null }] }, variant: 'x', reason: 'STATIC' }))
    const server = await aServer(
      aDatafile(1, [aFlag('box', true, { type: 'object', variants: { on: value, off: {} } })]),
    )
    const fanion = aClient(server, defineFlags({}))
    await fanion.ready()
    await OpenFeature.setProviderAndWait(comparing({ serve, beside: fanionProvider(fanion), report: fanion }))
    expect(await OpenFeature.getClient().getObjectValue('box', {})).toEqual({ a: 'x', b: [1, { c: 2, d: null }] })
    await aTurn()
    await OpenFeature.clearProviders()
    expect(server.comparisons.map(({ flags }) => flags)).toMatchObject([{ box: { same: 1, different: 0 } }])
  })

  it('ends by itself, and keeps what a report that was lost had counted', async () => {
    const { server, client, told } = await aWorld(older(), 3)
    let refused = 0
    server.intercept = ({ url }, response) => {
      if (url !== '/sdk/v1/comparisons' || refused > 0) return false
      refused += 1
      response.writeHead(503).end()
      return true
    }
    for (let at = 0; at < 10; at += 1) await client.getBooleanValue('checkout', false)
    await until(() => refused === 1)
    await aTurn()
    expect(await told()).toEqual({ checkout: { same: 3 } })
  })

  it('serves where what is asked beside never begins, and asks it nothing', async () => {
    const server = await aServer()
    const fanion = aClient(server, defineFlags({}))
    const asked: string[] = []
    const beside: Provider = {
      ...older((flag) => asked.push(flag)),
      initialize: () => Promise.reject(new Error('no network')),
    }
    await OpenFeature.setProviderAndWait(comparing({ serve: older(), beside, report: fanion }))
    expect(await OpenFeature.getClient().getBooleanValue('checkout', false)).toBe(true)
    await aTurn()
    await OpenFeature.clearProviders()
    expect([asked, server.comparisons]).toEqual([[], []])
  })
})
