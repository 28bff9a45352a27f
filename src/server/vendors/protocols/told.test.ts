import { createDecipheriv } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import {
  client,
  encoded,
  payloadKey,
  server,
  vendorProtocolsApp,
} from '../../../../tests/support/vendor-protocols-app.ts'
import { FanionError } from '../../../shared/errors/fanion-error.ts'
import { limits } from '../../../shared/limits.ts'

const { app, services, gates, get } = vendorProtocolsApp()
const nobody = '0'.repeat(24)
const user = encoded({ kind: 'user', key: 'u' })
const streamed = ['/launchdarkly/all', '/unleash/api/client/streaming', '/growthbook/sub/any']
const pinged = [
  `/launchdarkly/eval/id/${user}`,
  '/launchdarkly/ping/id',
  `/launchdarkly/meval/${user}`,
  '/launchdarkly/mping',
]

describe('an address that notes or opens something', () => {
  it.each([
    ...streamed,
    ...pinged,
    '/unleash/api/frontend',
    '/launchdarkly/sdk/goals/id',
    '/launchdarkly/a/id.gif',
    ...['sdk/evalx/id/contexts', 'sdk/evalx/id/users', 'msdk/evalx/contexts', 'msdk/evalx/users'].map(
      (path) => `/launchdarkly/${path}/${user}`,
    ),
  ])('%s has no answer without a body', async (url) => {
    expect((await app.inject({ method: 'HEAD', url, headers: server })).statusCode).toBe(404)
    expect(services.readers.of('e')).toEqual([])
  })
})

describe('counts of another system’s SDK', () => {
  const flags = ['beta', 'hidden', 'none', 'constructor']
  const summary = {
    kind: 'summary',
    features: Object.fromEntries(flags.map((flag) => [flag, { counters: [{ variation: 0, count: 2 }] }])),
  }
  const bucket = { toggles: Object.fromEntries(flags.map((flag) => [flag, { yes: 2, no: 0 }])) }
  const counted = () =>
    services.reports.counts.mock.calls.map(
      ([{ kind }, counts]: readonly [{ kind?: string }, readonly { flag?: string }[]]) => [
        kind,
        counts.map(({ flag }) => flag),
      ],
    )
  const told: [url: string, kind: 'server' | 'client', payload: object][] = [
    ['/launchdarkly/bulk', 'server', [summary]],
    ['/launchdarkly/events/bulk/id', 'client', [summary]],
    ...['', '/events', '/events/bulk'].map(
      (end) => [`/launchdarkly/mobile${end}`, 'client', [summary]] as [string, 'client', object],
    ),
    ['/unleash/api/client/metrics', 'server', { bucket }],
    ['/unleash/api/frontend/client/metrics', 'client', { bucket }],
  ]

  it.each(told)(
    'at %s are those of flags there are, with a client key of those it may see',
    async (url, kind, payload) => {
      const headers = kind === 'server' ? server : client
      expect((await app.inject({ method: 'POST', url, headers, payload })).statusCode).toBe(202)
      expect(counted()).toEqual([[kind, kind === 'server' ? ['beta', 'hidden'] : ['beta']]])
    },
  )

  it('come in an address, too, and are answered with an image', async () => {
    const { statusCode, headers } = await get(`/launchdarkly/a/${nobody}.gif?d=${encoded([summary])}`, {})
    expect([statusCode, headers['content-type'], counted()]).toEqual([200, 'image/gif', [['client', ['beta']]]])
    for (const query of ['', '?d=none', `?d=${encoded([summary])}&d=x`]) {
      services.reports.counts.mockClear()
      expect((await get(`/launchdarkly/a/${nobody}.gif${query}`, {})).statusCode).toBe(200)
      expect(counted()).toEqual([['client', []]])
    }
  })

  it('are whole numbers of something, as many as may come at once', async () => {
    const send = async (counters: object[]) => {
      services.reports.counts.mockClear()
      const payload = [{ kind: 'summary', features: { beta: { counters } } }]
      await app.inject({ method: 'POST', url: '/launchdarkly/bulk', headers: server, payload })
      return services.reports.counts.mock.calls[0]?.[1]
    }
    const of = (...counts: unknown[]) => counts.map((count) => ({ variation: 0, count }))
    expect(await send(of(1, 0, -1, 1.5, 2 ** 60, 3))).toHaveLength(2)
    expect(await send(of(...Array.from({ length: limits.telemetryCounters + 1 }, () => 1)))).toHaveLength(
      limits.telemetryCounters,
    )
    // An index without a variant means the caller's default.
    for (const variation of [7, 'x'])
      expect(await send([{ variation, count: 1 }])).toEqual([{ flag: 'beta', variant: null, count: 1 }])
  })
})

describe('a stream of rules', () => {
  let address: string
  beforeAll(async () => {
    address = await app.listen({ host: '127.0.0.1', port: 0 })
  })
  /** Returns how a stream starts, and what it subscribes to. */
  const begins = async (url: string, headers: Record<string, string> = server) => {
    const subscribe = vi.spyOn(services.hub, 'subscribe')
    const leaving = new AbortController()
    const { body, status, headers: answered } = await fetch(`${address}${url}`, { headers, signal: leaving.signal })
    const { value } = (await body?.getReader().read()) ?? {}
    leaving.abort()
    await expect.poll(() => services.hub.size).toBe(0)
    const [where, subscriber] = subscribe.mock.calls[0] ?? []
    subscribe.mockRestore()
    const vary = answered.get('access-control-allow-origin')
    return {
      status,
      first: new TextDecoder().decode(value),
      wants: subscriber?.wants,
      keyId: subscriber?.keyId,
      where,
      vary,
    }
  }

  it.each([
    ['/launchdarkly/all', {}, 'launchdarkly', /^event: put\n/],
    ['/unleash/api/client/streaming', {}, 'unleash-5', /unleash-connected/],
    ['/unleash/api/client/streaming', { 'unleash-client-spec': '6.1.0' }, 'unleash', /unleash-connected/],
    ['/growthbook/sub/any', {}, 'growthbook', /^event: features\ndata: \{.*"beta"/],
  ] as const)('at %s with %j begins with all, and goes on with %s', async (url, more, wants, first) => {
    const told = await begins(url, { ...server, ...more })
    expect(told).toMatchObject({ status: 200, keyId: 'server', where: 'e', first: expect.stringMatching(first) })
    expect(services.readers.of('e')).toHaveLength(1)
    expect(told.wants).toBe(wants)
    expect((await get(url, client)).statusCode).toBe(403)
  })

  it('by a public id alone is encrypted, as the document is', async () => {
    const decrypted = (text: string) => {
      const { encryptedFeatures } = JSON.parse(text)
      const [iv = '', data = ''] = String(encryptedFeatures).split('.')
      const cipher = createDecipheriv('aes-128-cbc', Buffer.from(payloadKey, 'base64'), Buffer.from(iv, 'base64'))
      return Buffer.concat([cipher.update(Buffer.from(data, 'base64')), cipher.final()]).toString()
    }
    const { first, wants } = await begins(`/growthbook/sub/${nobody}`, {})
    expect(wants).toBe(`growthbook:${payloadKey}`)
    expect(first).not.toContain('"beta"')
    expect(decrypted(first.replace(/^event: features\ndata: /, ''))).toContain('"beta"')
    const document = await get(`/growthbook/api/features/${nobody}`, {})
    expect(decrypted(document.body)).toContain('"beta"')
    // With one of our keys, the key in the URL is an arbitrary name.
    expect((await get(`/growthbook/api/features/${nobody}`)).body).toContain('"beta"')
    expect((await begins(`/growthbook/sub/${nobody}`)).wants).toBe('growthbook')
    for (const name of ['x'.repeat(24), nobody.slice(1)])
      expect((await get(`/growthbook/sub/${name}`, {})).statusCode).not.toBe(200)
  })

  it.each(pinged)('is for pages a ping at %s, with the origin that asked', async (url) => {
    const told = await begins(url, { ...client, origin: 'https://shop.example' })
    expect(told).toMatchObject({ wants: 'launchdarkly-ping', keyId: 'client', vary: 'https://shop.example' })
  })

  it('for a context in the body is the same', async () => {
    for (const url of ['/launchdarkly/eval/id', '/launchdarkly/meval']) {
      const leaving = new AbortController()
      const { status } = await fetch(`${address}${url}`, {
        ...{
          method: 'REPORT',
          headers: { ...client, 'content-type': 'application/json' },
          body: '{}',
          signal: leaving.signal,
        },
      })
      expect([status, services.hub.size]).toEqual([200, 1])
      leaving.abort()
      await expect.poll(() => services.hub.size).toBe(0)
    }
  })
})

describe('what is sent packed', () => {
  const send = (payload: Buffer | string, encoding: string) =>
    app.inject({
      ...{ method: 'POST', url: '/unleash/api/frontend', payload },
      headers: { ...client, 'content-type': 'application/json', 'content-encoding': encoding },
    })

  it('is unpacked where it is gzip; what is none is refused, and what is more than it may be', async () => {
    expect((await send(gzipSync('{"plan":"pro"}'), 'gzip')).json().toggles).toHaveLength(3)
    expect((await send('{}', 'gzip')).statusCode).toBe(400)
    expect((await send('{}', 'identity')).statusCode).toBe(200)
    const bomb = gzipSync(Buffer.alloc(limits.ofrepBodyBytes + 1, ' '))
    expect([bomb.length < limits.ofrepBodyBytes, (await send(bomb, 'gzip')).statusCode]).toEqual([true, 413])
  })

  it('costs by what it says of its size; a size that is none costs nothing more', async () => {
    const take = vi.spyOn(gates.clientKeys, 'take')
    await app.inject({ method: 'POST', url: '/unleash/api/frontend', headers: { ...client, 'content-length': 'x' } })
    expect(take.mock.calls.every(([, , units]) => Number.isFinite(units ?? 1))).toBe(true)
    take.mockRestore()
  })
})

describe('a refusal', () => {
  it('of a key may be read by the page that asked, and no other', async () => {
    const origin = 'https://shop.example'
    vi.spyOn(services, 'keyHolder').mockRejectedValueOnce(new FanionError('auth/token-invalid'))
    const refused = await get('/launchdarkly/mping', { authorization: 'none', origin })
    expect([refused.statusCode, refused.headers['access-control-allow-origin']]).toEqual([401, origin])
    const broken = await get('/launchdarkly/mping', { authorization: 'none', origin })
    expect([broken.statusCode, broken.headers['access-control-allow-origin']]).toEqual([500, undefined])
    const asked = await app.inject({ method: 'OPTIONS', url: '/launchdarkly/mping' })
    expect(asked.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-headers': 'authorization, content-type',
    })
  })
})
