import { OpenFeature, ProviderEvents } from '@openfeature/web-sdk'
import { afterEach, describe, expect, it } from 'vitest'
import { defineFlags } from '../../src/client/sdk/core/define-flags.ts'
import { fanionWebProvider } from '../../src/client/sdk/openfeature-web/index.ts'
import { anOfrepServer, aPage, aPageClient } from './pages.ts'
import { until } from './world.ts'

const flags = defineFlags({})
const checkout = (value: boolean) => ({ key: 'checkout', value, reason: 'STATIC', variant: value ? 'on' : 'off' })

const silent = () => {}
OpenFeature.setLogger({ error: silent, warn: silent, info: silent, debug: silent })
afterEach(async () => {
  await OpenFeature.clearProviders()
  await OpenFeature.clearContext()
})

describe('the OpenFeature provider of a page', () => {
  it('answers with value, variant and reason', async () => {
    const server = await anOfrepServer(() => [checkout(true)])
    await OpenFeature.setProviderAndWait(fanionWebProvider(aPageClient(server, flags)))
    expect(OpenFeature.getClient().getBooleanDetails('checkout', false)).toMatchObject({
      value: true,
      variant: 'on',
      reason: 'STATIC',
      flagMetadata: {},
    })
  })

  it.each([
    ['a flag that is not there', 'nope', 'FLAG_NOT_FOUND'],
    ['a flag of another type', 'text', 'TYPE_MISMATCH'],
    ['a flag that could not be evaluated', 'broken', 'PARSE_ERROR'],
  ])('gives the default for %s, and the code', async (_, key, errorCode) => {
    const server = await anOfrepServer(() => [
      { key: 'text', value: 'a', reason: 'STATIC' },
      { key: 'broken', errorCode: 'PARSE_ERROR', errorDetails: 'malformed' },
    ])
    await OpenFeature.setProviderAndWait(fanionWebProvider(aPageClient(server, flags)))
    const details = OpenFeature.getClient().getBooleanDetails(key, true)
    expect(details).toMatchObject({ value: true, reason: 'ERROR', errorCode })
  })

  it('says CACHED of what an earlier visit left, until the server has answered', async () => {
    const server = await anOfrepServer(() => [checkout(true)])
    const { storage } = aPage()
    const first = aPageClient(server, flags, {}, aPage(storage))
    await first.ready()
    await first.close()
    await server.stop()
    await OpenFeature.setProviderAndWait(fanionWebProvider(aPageClient(server, flags, {}, aPage(storage))))
    const client = OpenFeature.getClient()
    const reason = () => client.getBooleanDetails('checkout', false).reason
    expect(client.getBooleanDetails('checkout', false)).toMatchObject({ value: true, variant: 'on', reason: 'CACHED' })
    expect(client.getBooleanDetails('nope', false)).toMatchObject({ reason: 'ERROR', errorCode: 'FLAG_NOT_FOUND' })
    await server.start()
    await until(() => reason() === 'STATIC')
  })

  it('asks for the context of OpenFeature, anew when it changes', async () => {
    const server = await anOfrepServer(({ targetingKey }) => [checkout(targetingKey === 'user-2')])
    await OpenFeature.setContext({ targetingKey: 'user-1' })
    await OpenFeature.setProviderAndWait(fanionWebProvider(aPageClient(server, flags)))
    const client = OpenFeature.getClient()
    expect(client.getBooleanValue('checkout', true)).toBe(false)
    await OpenFeature.setContext({ targetingKey: 'user-2' })
    expect(client.getBooleanValue('checkout', false)).toBe(true)
  })

  it('tells of changes, of the server going away, and of its return', async () => {
    const server = await anOfrepServer(() => [checkout(true)])
    await OpenFeature.setProviderAndWait(fanionWebProvider(aPageClient(server, flags)))
    const client = OpenFeature.getClient()
    const heard: unknown[] = []
    client.addHandler(ProviderEvents.ConfigurationChanged, (event) => heard.push(event?.flagsChanged))
    await until(() => server.streams.size === 1)
    server.evaluate = () => [checkout(false)]
    server.tell()
    await until(() => heard.length === 1)
    expect(heard).toEqual([['checkout']])
    expect(client.getBooleanValue('checkout', true)).toBe(false)
    await server.stop()
    await until(() => client.providerStatus === 'STALE')
    await server.start()
    await until(() => client.providerStatus === 'READY')
  })

  it('is in error where nothing can be served, and fatal where the key is refused', async () => {
    const server = await anOfrepServer(() => [])
    for (const [code, status] of [
      [503, 'ERROR'],
      [401, 'FATAL'],
    ] as const) {
      server.intercept = (_, response) => {
        response.writeHead(code).end()
        return true
      }
      const provider = fanionWebProvider(aPageClient(server, flags))
      await expect(OpenFeature.setProviderAndWait(provider)).rejects.toThrow(String(code))
      expect(OpenFeature.getClient().providerStatus).toBe(status)
    }
  })

  it('closes its client with OpenFeature', async () => {
    const fanion = aPageClient(await anOfrepServer(() => []), flags)
    await OpenFeature.setProviderAndWait(fanionWebProvider(fanion))
    await OpenFeature.close()
    expect(fanion.status.state).toBe('closed')
  })
})
