import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import type { InjectOptions } from 'fastify'
import { describe, expect, it, vi } from 'vitest'
import { aFlag } from '../../../../tests/support/builders.ts'
import { client, encoded, server, stateOf, vendorProtocolsApp } from '../../../../tests/support/vendor-protocols-app.ts'
import { limits } from '../../../shared/limits.ts'

const { app, services, gates, world, get } = vendorProtocolsApp()
const documents = [
  '/unleash/api/client/features',
  '/unleash/api/client/delta',
  '/launchdarkly/sdk/latest-all',
  '/flagd/v1/flags',
  '/growthbook/api/features/any',
]

describe('a document of rules', () => {
  it.each(documents)('at %s is 304 to whoever has it, until it changes', async (url) => {
    const { headers, statusCode } = await get(url)
    expect(statusCode).toBe(200)
    const etag = String(headers.etag)
    const again = await get(url, { ...server, 'if-none-match': `W/${etag}, "other"` })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    expect((await get(url, { ...server, 'if-none-match': '"other"' })).statusCode).toBe(200)
    expect((await get(url, client)).statusCode).toBe(403)
  })

  it.each(documents)('at %s is the same packed, where it is worth it', async (url) => {
    world.state = stateOf(Array.from({ length: 40 }, (_, at) => aFlag(`flag-${at}`)))
    const { rawPayload: plain } = await get(url)
    const unpack = { gzip: gunzipSync, br: brotliDecompressSync }
    for (const encoding of ['gzip', 'br'] as const) {
      const { headers, rawPayload } = await get(url, { ...server, 'accept-encoding': encoding })
      expect(headers['content-encoding']).toBe(encoding)
      expect(unpack[encoding](rawPayload).equals(plain)).toBe(true)
    }
    world.state = stateOf([])
    const { headers, rawPayload } = await get(url, { ...server, 'accept-encoding': 'gzip' })
    expect([headers['content-encoding'], rawPayload.length < 1_024]).toEqual([undefined, true])
  })

  it('is packed once, whoever asks', async () => {
    const bytes = Buffer.alloc(2_000, 'a')
    vi.spyOn(world.state.readings, 'flagd').mockReturnValue(bytes)
    const packed = { ...server, 'accept-encoding': 'gzip' }
    const { rawPayload } = await get('/flagd/v1/flags', packed)
    // A new compression would show the changed bytes.
    bytes.fill('b')
    expect((await get('/flagd/v1/flags', packed)).rawPayload.equals(rawPayload)).toBe(true)
    expect((await get('/flagd/v1/flags')).body).toBe(bytes.toString())
  })

  it('comes by the flag and by the segment as PHP reads, with the version of the revision; 404 for others', async () => {
    const one = await get('/launchdarkly/sdk/flags/beta')
    expect(one.statusCode).toBe(200)
    expect(one.json()).toMatchObject({ key: 'beta', version: 7 })
    for (const url of ['flags/none', 'flags/constructor', 'segments/none', 'segments/constructor'])
      expect((await get(`/launchdarkly/sdk/${url}`)).statusCode).toBe(404)
  })
})

describe('the programs that read', () => {
  const readers = () => services.readers.of('e').map(({ reader: { format, sdk, app: name } }) => [format, sdk, name])
  const told = { 'unleash-appname': 'shop', 'unleash-sdk': 'unleash-client-node:6.6.0' }

  it.each([
    [documents[0], 'unleash'],
    [documents[1], 'unleash'],
    [documents[2], 'launchdarkly'],
    [documents[3], 'flagd'],
    [documents[4], 'growthbook'],
    ['/unleash/api/frontend', 'unleash-frontend'],
    [`/launchdarkly/sdk/evalx/id/contexts/${encoded({ kind: 'user', key: 'u' })}`, 'launchdarkly-client'],
  ])('at %s are noted as of %s', async (url, format) => {
    await get(String(url), { ...server, ...told })
    expect(readers()).toEqual([[format, 'unleash-client-node:6.6.0', 'shop']])
  })

  it('are noted by what they say in what they send, before their headers, and no longer than a hundred letters', async () => {
    const register = (payload: InjectOptions['payload']) =>
      app.inject({ method: 'POST', url: '/unleash/api/client/register', headers: { ...server, ...told }, payload })
    expect((await register({ appName: 'a'.repeat(101), sdkVersion: 's'.repeat(100) })).statusCode).toBe(202)
    await register({ appName: 7, sdkVersion: {} })
    await register({})
    expect(new Set(readers().map(String))).toEqual(
      new Set([`unleash,${'s'.repeat(100)},${'a'.repeat(100)}`, 'unleash,,', 'unleash,unleash-client-node:6.6.0,shop']),
    )
  })
})

describe('what SDKs send besides', () => {
  it.each([
    ['POST', '/unleash/api/client/register', 202, ''],
    ['POST', '/unleash/api/frontend/client/register', 202, ''],
    ['POST', '/launchdarkly/diagnostic', 202, ''],
    ['POST', '/launchdarkly/events/diagnostic/id', 202, ''],
    ['POST', '/launchdarkly/mobile/events/diagnostic', 202, ''],
    ['GET', '/launchdarkly/sdk/goals/id', 200, '[]'],
  ] as const)('is taken at %s %s, with a key', async (method, url, status, body) => {
    const payload = method === 'POST' ? { payload: {} } : {}
    const taken = await app.inject({ method, url, headers: server, ...payload })
    expect([taken.statusCode, taken.body]).toEqual([status, body])
    // The path names a client key.
    if (url.endsWith('/id')) return
    expect((await app.inject({ method, url, headers: { authorization: 'none' }, ...payload })).statusCode).not.toBe(
      status,
    )
  })

  it('names who reads LaunchDarkly’s stream, and may be packed, up to the limit and no further', async () => {
    await app.inject({ method: 'POST', url: '/launchdarkly/diagnostic', headers: server, payload: {} })
    expect(services.readers.of('e').map(({ reader: { format } }) => format)).toEqual(['launchdarkly'])
    // Stored without compression, so only the overhead has to be found.
    const whole = (length: number) => gzipSync(Buffer.from(`{}${' '.repeat(length - 2)}`), { level: 0 })
    const packed = (bytes: number) => {
      let length = bytes - 18
      while (whole(length).length > bytes) length -= 1
      return whole(length)
    }
    const send = (payload: Buffer) => {
      const headers = { ...client, 'content-type': 'application/json', 'content-encoding': 'gzip' }
      return app.inject({ method: 'POST', url: '/unleash/api/frontend', headers, payload })
    }
    expect(packed(limits.ofrepBodyBytes).length).toBe(limits.ofrepBodyBytes)
    expect((await send(packed(limits.ofrepBodyBytes))).statusCode).toBe(200)
    expect((await send(packed(limits.ofrepBodyBytes + 1))).statusCode).toBe(413)
  })
})

describe('what an answer costs a client key', () => {
  const spent = async (options: InjectOptions) => {
    const take = vi.spyOn(gates.clientKeys, 'take')
    const { statusCode } = await app.inject(options)
    const units = take.mock.calls.reduce((sum, [, , one]) => sum + (one ?? 1), 0)
    take.mockRestore()
    return [statusCode, units]
  }
  const frontend = (headers: Record<string, string>, bytes = 2) => ({
    ...{ method: 'POST' as const, url: '/unleash/api/frontend' },
    headers: { ...headers, 'content-type': 'application/json' },
    payload: `{}${' '.repeat(bytes - 2)}`,
  })

  it('is one, and one for each 16 KiB it sends; a server key pays nothing', async () => {
    const unit = 16 * 1_024
    for (const [bytes, units] of [
      [2, 1],
      [unit - 1, 1],
      [unit, 2],
      [2 * unit, 3],
    ] as const)
      expect(await spent(frontend(client, bytes))).toEqual([200, units])
    expect(await spent(frontend(server, 2 * unit))).toEqual([200, 0])
  })

  it('is one more for each five hundred flags that it is answered, which are those it may see', async () => {
    const many = (count: number) =>
      Array.from({ length: count }, (_, at) => aFlag(`f${at}`).with({ visibleToClients: true }))
    world.state = stateOf([...many(499), aFlag('hidden')])
    expect(await spent(frontend(client))).toEqual([200, 1])
    world.state = stateOf(many(500))
    expect(await spent(frontend(client))).toEqual([200, 2])
    expect(await spent(frontend(server))).toEqual([200, 0])
  })

  it('is asked of the key that is sent, before that of the path', async () => {
    const url = '/growthbook/api/eval/id'
    const asked = { method: 'POST' as const, url, payload: { attributes: { id: 'u' } } }
    expect(await spent({ ...asked, headers: server })).toEqual([200, 0])
    expect(await spent(asked)).toEqual([200, 1])
  })
})

describe('a page that asks whether it may', () => {
  it.each(['/unleash/api/frontend', '/launchdarkly/sdk/goals/id', '/growthbook/api/eval/id'])(
    'is told at %s',
    async (url) => {
      const asked = { origin: 'https://shop.example', 'access-control-request-headers': 'x-own' }
      const { statusCode, headers } = await app.inject({ method: 'OPTIONS', url, headers: asked })
      expect(statusCode).toBe(204)
      expect(headers).toMatchObject({
        'access-control-allow-origin': 'https://shop.example',
        'access-control-allow-methods': 'GET, POST, REPORT',
        'access-control-allow-headers': 'x-own',
      })
    },
  )
})
