import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import Fastify, { type InjectOptions } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { aDatafile, aFlag, aFlagOf, where } from '../../../../tests/support/builders.ts'
import { catalogue } from '../../../shared/errors/catalogue.ts'
import { limits } from '../../../shared/limits.ts'
import type { FlagDocument } from '../../../shared/schemas/flag.ts'
import type { SdkKeyHolder } from '../../auth/sdk-key-holder.ts'
import { EnvironmentState } from '../../live/environment-state.ts'
import { Hub } from '../../live/hub.ts'
import { Readers } from '../../live/readers.ts'
import { mountDocuments } from '../documents/mount.ts'
import { Proxies } from '../proxies.ts'
import { createLimiters } from '../rate-limiter.ts'
import { toFanionError } from '../to-fanion-error.ts'
import { mountReadings } from './mount.ts'

const app = Fastify()
const holder = (kind: SdkKeyHolder['kind']): SdkKeyHolder => ({
  ...{ keyId: kind, kind, allowedOrigins: [], project: 'p', environment: 'e', environmentId: 'e' },
})
const flags = [
  aFlag('beta')
    .rule(where('plan', 'is', 'pro'), 'on')
    .with({ visibleToClients: true }),
  aFlag('hidden').serving('on'),
  aFlag('needs').serving('on').requiring('beta', 'on').with({ visibleToClients: true }),
  aFlag('never').serving('on').switchedOff().with({ visibleToClients: true }),
  aFlagOf('string', { red: 'r', blue: 'b' }, 'colour').serving('blue').with({ visibleToClients: true }),
]
const stateOf = (all: readonly FlagDocument[]) => new EnvironmentState({ ...aDatafile([...all]), revision: 6 })
const gates = createLimiters({ requestsPerMinute: 1, streamsPerAddress: 1 })
const byText: Record<string, SdkKeyHolder> = { fan_srv: holder('server'), fan_cli: holder('client') }
const services = {
  states: { get: async () => state },
  keyHolder: async (text = '') => byText[text] ?? Promise.reject(new Error('no key')),
  publicKeyHolder: async () => holder('client'),
  readers: new Readers(() => new Date(0)),
  proxies: new Proxies([]),
  overBudget: { note: () => {} },
  config: { logLevel: 'error' },
  metrics: { answered: () => {} },
  publicUrl: () => 'http://127.0.0.1',
  now: () => new Date(0),
  hub: new Hub(),
  gates,
}
let state = stateOf(flags)
beforeAll(async () => {
  app.setErrorHandler((error, _, reply) => {
    const { code } = toFanionError(error)
    return reply.code(catalogue[code].status).send({ code })
  })
  // what these addresses look at; counts need a database, and have tests that have one
  await app.register((documents) => mountDocuments(documents, services as never))
  await mountReadings(app, services as never)
})
afterAll(() => app.close())
beforeEach(() => {
  services.readers = new Readers(() => new Date(0))
  state = stateOf(flags)
})

const server = { authorization: 'fan_srv' }
const client = { authorization: 'fan_cli' }
const get = (url: string, headers: Record<string, string> = server) => app.inject({ url, headers })
const documents = [
  '/unleash/api/client/features',
  '/unleash/api/client/delta',
  '/launchdarkly/sdk/latest-all',
  '/flagd/v1/flags',
  '/growthbook/api/features/any',
]
const encoded = (context: object) => Buffer.from(JSON.stringify(context)).toString('base64url')

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
    state = stateOf(Array.from({ length: 40 }, (_, at) => aFlag(`flag-${at}`)))
    const { rawPayload: plain } = await get(url)
    const unpack = { gzip: gunzipSync, br: brotliDecompressSync }
    for (const encoding of ['gzip', 'br'] as const) {
      const { headers, rawPayload } = await get(url, { ...server, 'accept-encoding': encoding })
      expect(headers['content-encoding']).toBe(encoding)
      expect(unpack[encoding](rawPayload).equals(plain)).toBe(true)
    }
    state = stateOf([])
    const { headers, rawPayload } = await get(url, { ...server, 'accept-encoding': 'gzip' })
    expect([headers['content-encoding'], rawPayload.length < 1_024]).toEqual([undefined, true])
  })

  it('is packed once, whoever asks', async () => {
    const bytes = Buffer.alloc(2_000, 'a')
    vi.spyOn(state.readings, 'flagd').mockReturnValue(bytes)
    const packed = { ...server, 'accept-encoding': 'gzip' }
    const { rawPayload } = await get('/flagd/v1/flags', packed)
    // had it been packed anew, it would say so
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
    // what the path names is a client key
    if (url.endsWith('/id')) return
    expect((await app.inject({ method, url, headers: { authorization: 'none' }, ...payload })).statusCode).not.toBe(
      status,
    )
  })

  it('names who reads LaunchDarkly’s stream, and may be packed, up to the limit and no further', async () => {
    await app.inject({ method: 'POST', url: '/launchdarkly/diagnostic', headers: server, payload: {} })
    expect(services.readers.of('e').map(({ reader: { format } }) => format)).toEqual(['launchdarkly'])
    // stored as it is, so that what is around it alone has to be found
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
    state = stateOf([...many(499), aFlag('hidden')])
    expect(await spent(frontend(client))).toEqual([200, 1])
    state = stateOf(many(500))
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

describe('answers of Unleash’s frontend', () => {
  const on = (body: string) => JSON.parse(body).toggles.map(({ name }: { name: string }) => name)
  const post = (payload: InjectOptions['payload'], more = {}) =>
    app.inject({ method: 'POST', url: '/unleash/api/frontend', headers: { ...client, ...more }, payload })

  it('are of the context in the address or in the body, with its properties, and of flags that the key may see', async () => {
    const pro = ['beta', 'needs', 'colour'].toSorted()
    for (const query of ['?properties[plan]=pro', '?plan=pro', '?userId=u&properties[plan]=pro'])
      expect(on((await get(`/unleash/api/frontend${query}`, client)).body).toSorted()).toEqual(pro)
    expect(on((await get('/unleash/api/frontend?plan=free', client)).body)).toEqual(['colour'])
    expect(on((await get('/unleash/api/frontend?properties=pro', server)).body).toSorted()).toEqual([
      'colour',
      'hidden',
    ])
    for (const body of [{ properties: { plan: 'pro' } }, { context: { plan: 'pro' } }, { plan: 'pro' }])
      expect(on((await post(body)).body).toSorted()).toEqual(pro)
    expect(on((await post({})).body)).toEqual(['colour'])
  })

  it('come for what a page sends as text, and refuse what is none', async () => {
    const text = { 'content-type': 'text/plain' }
    expect(on((await post('{"plan":"pro"}', text)).body)).toContain('beta')
    for (const body of ['{', '[]', '"pro"', '7']) expect((await post(body, text)).statusCode).toBe(400)
  })
})

describe('answers of LaunchDarkly’s client side', () => {
  it('carry value, place, version, and on demand why', async () => {
    const asked = async (context: object, query = '') => {
      const url = `/launchdarkly/msdk/evalx/contexts/${encoded({ kind: 'user', key: 'u', ...context })}${query}`
      return (await get(url, client)).json()
    }
    const { colour, ...booleans } = await asked({ plan: 'pro' })
    expect(colour).toEqual({ value: 'b', variation: 1, version: 7, flagVersion: 7, trackEvents: false })
    expect(Object.keys(booleans).toSorted()).toEqual(['beta', 'needs', 'never'])
    const reasons = async (context: object) =>
      Object.entries<{ reason: object }>(await asked(context, '?withReasons=true')).map(([key, { reason }]) => [
        key,
        reason,
      ])
    const both = { colour: { kind: 'FALLTHROUGH' }, never: { kind: 'OFF' } }
    expect(Object.fromEntries(await reasons({ plan: 'pro' }))).toEqual({
      ...both,
      beta: { kind: 'RULE_MATCH', ruleIndex: 0, ruleId: 'r1' },
      needs: { kind: 'FALLTHROUGH' },
    })
    expect(Object.fromEntries(await reasons({ plan: 'free' }))).toEqual({
      ...both,
      beta: { kind: 'FALLTHROUGH' },
      needs: { kind: 'PREREQUISITE_FAILED', prerequisiteKey: 'beta' },
    })
  })

  it('say of a flag that cannot be read that it is malformed', async () => {
    state = stateOf([
      aFlag('broken')
        .rule(where('plan', 'matches', '('), 'on')
        .with({ visibleToClients: true }),
    ])
    const url = `/launchdarkly/msdk/evalx/contexts/${encoded({ kind: 'user', key: 'u', plan: 'pro' })}?withReasons=true`
    expect((await get(url, client)).json()).toMatchObject({
      broken: { value: null, reason: { kind: 'ERROR', errorKind: 'MALFORMED_FLAG' } },
    })
  })
})

describe('a stream of LaunchDarkly’s', () => {
  let address: Promise<string>
  beforeAll(() => {
    address = app.listen({ host: '127.0.0.1', port: 0 })
  })

  it.each([
    [`/launchdarkly/eval/id/${encoded({ kind: 'user', key: 'u' })}`],
    ['/launchdarkly/ping/id'],
    [`/launchdarkly/meval/${encoded({ kind: 'user', key: 'u' })}`],
    ['/launchdarkly/mping'],
  ])('for its client side begins at %s with a ping', async (url) => {
    const leaves = new AbortController()
    const { body } = await fetch(`${await address}${url}`, { headers: client, signal: leaves.signal })
    const { value } = (await body?.getReader().read()) ?? {}
    expect(new TextDecoder().decode(value)).toBe('event: ping\ndata: \n\n')
    expect(services.hub.size).toBe(1)
    leaves.abort()
    await expect.poll(() => services.hub.size).toBe(0)
  })

  it('is for its servers the rules, and names who reads them', async () => {
    const leaves = new AbortController()
    const { body } = await fetch(`${await address}/launchdarkly/all`, { headers: server, signal: leaves.signal })
    const { value } = (await body?.getReader().read()) ?? {}
    expect(new TextDecoder().decode(value)).toMatch(/^event: put\n/)
    expect(services.readers.of('e').map(({ reader: { format } }) => format)).toEqual(['launchdarkly'])
    leaves.abort()
    await expect.poll(() => services.hub.size).toBe(0)
  })
})

describe('answers of GrowthBook’s remote evaluation', () => {
  it('are of the attributes in the body, and refuse what has none', async () => {
    const ask = (payload: string) =>
      app.inject({
        ...{ method: 'POST', url: '/growthbook/api/eval/id', payload },
        headers: { 'content-type': 'application/json' },
      })
    const { features } = (await ask('{"attributes":{"id":"u","plan":"pro"}}')).json()
    expect(features).toMatchObject({ beta: { defaultValue: true }, colour: { defaultValue: 'b' } })
    for (const body of ['null', '"attributes"', '7', '[]', '{}', '{"attributes":7}'])
      expect((await ask(body)).statusCode).toBe(400)
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
