import compress from '@fastify/compress'
import Fastify, { type InjectOptions } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { aDatafile, aFlag } from '../../../../tests/support/builders.ts'
import { catalogue } from '../../../shared/errors/catalogue.ts'
import { FanionError } from '../../../shared/errors/fanion-error.ts'
import { limits } from '../../../shared/limits.ts'
import type { SdkKeyHolder } from '../../auth/sdk-key-holder.ts'
import { EnvironmentState } from '../../live/environment-state.ts'
import { Hub } from '../../live/hub.ts'
import { mountDocuments } from '../documents/mount.ts'
import { Proxies } from '../proxies.ts'
import { createLimiters } from '../rate-limiter.ts'
import { toFanionError } from '../to-fanion-error.ts'
import { mountSdk } from './mount.ts'

const holder = (kind: SdkKeyHolder['kind']): SdkKeyHolder => ({
  ...{ keyId: kind, kind, allowedOrigins: [], project: 'p', environment: 'e', environmentId: 'e' },
})
const byText: Record<string, SdkKeyHolder> = { fan_srv: holder('server'), fan_cli: holder('client') }
const gates = createLimiters({ requestsPerMinute: 1, streamsPerAddress: 1 })
const knownBuild = 'a'.repeat(64)
const flags = [aFlag('seen').with({ visibleToClients: true }), aFlag('hidden')]
const receipt = { accepted: 2, refused: [{ reason: 'undeclared' as const, count: 3 }] }
const reports = {
  telemetry: vi.fn<(...told: unknown[]) => Promise<object>>(async () => ({ accepted: 1, sampling: null })),
  events: vi.fn<(...told: unknown[]) => Promise<object>>(async () => receipt),
  build: vi.fn<(...told: unknown[]) => Promise<object>>(async () => ({ digest: 'd', findings: ['something'] })),
  comparisons: vi.fn<(...told: unknown[]) => Promise<object>>(async () => ({ accepted: 1, sampling: null })),
}
const openBuilds: string[] = []
const builds = {
  note: async ({ digest }: { digest: string }) => digest === knownBuild,
  remember: vi.fn<(build: unknown) => void>(),
  open: ({ digest }: { digest: string }) => {
    openBuilds.push(digest)
    return () => void openBuilds.splice(openBuilds.indexOf(digest), 1)
  },
}
const relayed = {
  keys: vi.fn<(...asked: unknown[]) => Promise<object[]>>(async () => []),
  builds: vi.fn<(...asked: unknown[]) => Promise<string[]>>(async () => ['unknown']),
}
const tracked = vi.fn<(receipt: unknown) => void>()
const hub = new Hub()
const state = new EnvironmentState({ ...aDatafile(flags), revision: 7, digest: 'd' })
const services = {
  states: { get: async () => state, isBehind: async (_: string, revision: number) => revision > 7 && revision < 100 },
  keyHolder: async (text = '') => byText[text] ?? Promise.reject(new FanionError('auth/token-invalid')),
  sign: () => 'signature',
  notes: {
    attributes: async () => ({ attributes: [] }),
    flags: async () => ({ flags: [] }),
    events: async () => ({ events: [] }),
  },
  proxies: new Proxies([]),
  config: { logLevel: 'silent' },
  log: { error: () => {} },
  metrics: { answered: () => {}, tracked },
  publicUrl: () => 'http://127.0.0.1',
  now: () => new Date(0),
  ...{ gates, hub, reports, builds, relayed },
}
const app = Fastify({ forceCloseConnections: true })
let address: string
beforeAll(async () => {
  app.setErrorHandler((error, _, reply) => {
    const { code, details } = toFanionError(error)
    return reply.code(catalogue[code].status).send({ code, details })
  })
  await app.register(async (documents) => mountDocuments(documents, services as never))
  await app.register(async (others) => {
    await others.register(compress, { global: true, threshold: 1 })
    mountSdk(others, services as never)
  })
  address = await app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  hub.close()
  await app.close()
})
beforeEach(() => vi.clearAllMocks())

type Asked = { key?: string; body?: object; headers?: Record<string, string> }
const ask = (url: string, { key = 'fan_srv', body, headers = {} }: Asked = {}) =>
  app.inject({
    ...{ method: body ? 'POST' : 'GET', url: `/sdk/v1/${url}` },
    headers: { authorization: `Bearer ${key}`, ...headers },
    ...(body && { payload: body }),
  } satisfies InjectOptions)

const batch = {
  ...{ batch: '019a7d2e-6c11-7b6a-9c55-1f2f3f4f5f6f', sentAt: '2026-11-20T12:00:00.000Z', sdk: 'x', dropped: 0 },
  exposures: [],
  events: [],
}
const report = { instance: 'x', sdk: 'x', from: '2026-11-20T12:00:00.000Z', to: '2026-11-20T12:00:01.000Z', dropped: 0 }
const declared = (key: string) => ({ key, type: 'boolean', variants: null, default: false })
const build = { name: 'x', version: '1', runtime: 'x', flags: ['seen', 'hidden', 'constructor'].map(declared) }
const relay = '019a7d2e-6c11-7b6a-9c55-1f2f3f4f5f6f'
const comparison = { source: 'x', from: report.from, to: report.to, flags: {} }

describe('what is read and told for servers', () => {
  const logs = { resourceLogs: [] }
  const kept = 'private, no-cache'
  it.each<[url: string, body: object | undefined, status: number, cache: string | undefined]>([
    ['datafile', undefined, 200, kept],
    ['attributes', undefined, 200, kept],
    ['flags', undefined, 200, kept],
    ['events', undefined, 200, kept],
    ['otlp/v1/logs', logs, 200, undefined],
    ['comparisons', comparison, 202, undefined],
    ['relay', { relay, keys: [] }, 200, 'no-store'],
  ])('at %s takes a server key, and no other', async (url, body, status, cache) => {
    const asked = body && { body }
    const given = await ask(url, asked)
    expect(given.statusCode).toBe(status)
    expect(given.headers['cache-control']).toBe(cache)
    for (const [key, refused] of [
      ['fan_cli', 403],
      ['none', 401],
    ] as const)
      expect((await ask(url, { ...asked, key })).statusCode).toBe(refused)
  })

  it('is refused before it is read, and where it cannot be stored', async () => {
    const text = (url: string, key: string, payload: string) =>
      app.inject({
        ...{ method: 'POST', url: `/sdk/v1/${url}`, payload },
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      })
    for (const url of ['otlp/v1/logs', 'comparisons']) {
      expect((await text(url, 'none', '{')).statusCode).toBe(401)
      expect((await text(url, 'fan_srv', '{')).statusCode).toBe(400)
      const nul = { resourceLogs: [], source: 'x\0', from: report.from, to: report.to, flags: {} }
      const { resourceLogs, ...compared } = nul
      const body = url === 'comparisons' ? compared : { resourceLogs, more: 'x\0' }
      const { code } = (await text(url, 'fan_srv', JSON.stringify(body))).json()
      expect(code).toBe('request/invalid')
    }
    expect(reports.comparisons).not.toHaveBeenCalled()
  })
})

describe('a datafile', () => {
  it('is signed for whoever asks, and is not older than what the program has', async () => {
    expect((await ask('datafile?signed=1')).json()).toMatchObject({ revision: 7, signature: 'signature' })
    expect((await ask('datafile?signed=0')).json()).not.toHaveProperty('signature')
    const has = (revision: number) =>
      ask('datafile', { headers: { 'if-none-match': state.etag.replace(/\/7-/, `/${revision}-`) } })
    expect((await has(7)).statusCode).toBe(304)
    expect((await has(6)).statusCode).toBe(200)
    const behind = await has(8)
    expect([behind.statusCode, behind.headers['retry-after']]).toEqual([503, '1'])
    // where the log itself ends before it, nobody knows more
    expect((await has(100)).statusCode).toBe(200)
  })
})

describe('a stream of a server’s program', () => {
  const open = async (query = '', headers: Record<string, string> = {}) => {
    const leaving = new AbortController()
    const response = await fetch(`${address}/sdk/v1/stream${query}`, {
      ...{ signal: leaving.signal, headers: { authorization: 'Bearer fan_srv', ...headers } },
    })
    const reader = response.body?.getReader()
    const next = async () => new TextDecoder().decode((await reader?.read())?.value)
    const close = async () => {
      leaving.abort()
      await expect.poll(() => hub.size).toBe(0)
    }
    return { response, next, close }
  }
  const firstOf = async (query: string, headers?: Record<string, string>) => {
    const { next, close } = await open(query, headers)
    const text = await next()
    await close()
    return text
  }

  it('begins with the whole, or with what the program lacks, by its header before its address', async () => {
    expect(await firstOf('')).toMatch(/^event: datafile\nid: 7\n|^id: 7\nevent: datafile\n/)
    expect(await firstOf('?revision=7')).toBe(': up to date, here every 15 s\n\n')
    expect(await firstOf('?revision=1', { 'last-event-id': '7' })).toMatch(/^: up to date/)
    for (const query of [
      '?revision=6',
      '?revision=x',
      '?revision=-7',
      '?revision=7&revision=7',
      '?revision=0000000007',
    ])
      expect(await firstOf(query)).toContain('event: datafile\n')
  })

  it('is signed for whoever asks, and listens for what it asked', async () => {
    const wants = async (query: string) => {
      const subscribe = vi.spyOn(hub, 'subscribe')
      const first = await firstOf(query)
      const [where, { wants: wanted, keyId } = { wants: '', keyId: '' }, revision] = subscribe.mock.calls[0] ?? []
      subscribe.mockRestore()
      return [where, wanted, keyId, revision, first.includes('"signature":"signature"')]
    }
    expect(await wants('')).toEqual(['e', 'patches', 'server', 7, false])
    expect(await wants('?signed=1')).toEqual(['e', 'signed', 'server', 7, true])
  })

  it('is not answered by a server that knows less than the program, nor over the limit, and asks no method but GET', async () => {
    for (const [query, status] of [
      ['?revision=8', 503],
      ['', 429],
    ] as const) {
      const one = status === 429 ? await open() : undefined
      const refused = await fetch(`${address}/sdk/v1/stream${query}`, { headers: { authorization: 'Bearer fan_srv' } })
      expect(refused.status).toBe(status)
      await refused.body?.cancel()
      await one?.close()
    }
    expect((await app.inject({ method: 'HEAD', url: '/sdk/v1/stream' })).statusCode).toBe(404)
    for (const key of ['fan_cli', 'none']) expect((await ask('stream', { key })).statusCode).toBeGreaterThan(400)
  })

  it('counts the build that it names while it is open, and asks for one that nobody knows', async () => {
    const known = await open('', { 'x-fanion-build': knownBuild })
    expect([known.response.headers.get('x-fanion-build'), openBuilds]).toEqual([null, [knownBuild]])
    await known.close()
    expect(openBuilds).toEqual([])
    const other = await open('', { 'x-fanion-build': 'b'.repeat(64), 'accept-encoding': 'gzip' })
    expect([other.response.headers.get('x-fanion-build'), openBuilds]).toEqual(['unknown', ['b'.repeat(64)]])
    expect(other.response.headers.get('content-encoding')).toBeNull()
    await other.close()
    const none = await open('', { 'x-fanion-build': 'B'.repeat(64) })
    expect([none.response.headers.get('x-fanion-build'), openBuilds]).toEqual([null, []])
    await none.close()
  })
})

describe('what programs and pages tell', () => {
  const behind = (way: string) => ({ headers: { 'fanion-relayed': way } })
  const pages: [name: string, asked: Asked][] = [
    ['a client key', { key: 'fan_cli' }],
    ['a relay for a page', behind('client')],
  ]

  it('of units is kept by the way on which it came; a page sees what it may see', async () => {
    const told = async (asked: Asked) => {
      reports.events.mockClear()
      expect((await ask('events', { ...asked, body: batch })).statusCode).toBe(202)
      const [sender] = reports.events.mock.calls[0] ?? []
      const { environmentId, via, sees } = sender as {
        environmentId: string
        via: string
        sees: (flag: string) => boolean
      }
      return [environmentId, via, ['seen', 'hidden', 'none', 'constructor'].filter(sees)]
    }
    const all = ['seen', 'hidden', 'none', 'constructor']
    expect(await told({})).toEqual(['e', 'server', all])
    for (const way of ['request', 'otlp']) expect(await told(behind(way))).toEqual(['e', way, all])
    expect(await told(behind('another'))).toEqual(['e', 'server', all])
    for (const [, asked] of pages) expect(await told(asked)).toEqual(['e', 'client', ['seen']])
    // what a client key says of its way is not believed
    expect(await told({ key: 'fan_cli', ...behind('otlp') })).toEqual(['e', 'client', ['seen']])
    expect(tracked).toHaveBeenCalledWith(receipt)
  })

  it('of units costs a client key, and its address, each of its rows', async () => {
    const spies = [vi.spyOn(gates.rowsOfAddress, 'take'), vi.spyOn(gates.rowsOfKey, 'take')]
    const event = { unit: 'u', event: 'bought', at: batch.sentAt }
    const events = [event, event]
    const { statusCode } = await ask('events', { key: 'fan_cli', body: { ...batch, events } })
    expect(statusCode).toBe(202)
    expect(spies.map(({ mock }) => mock.calls.map(([, , rows]) => rows))).toEqual([[2], [2]])
    for (const asked of [{}, behind('client')]) await ask('events', { ...asked, body: { ...batch, events } })
    expect(spies.map(({ mock }) => mock.calls.length)).toEqual([1, 1])
    for (const spy of spies) spy.mockRestore()
  })

  const counts = [
    ['seen', 'on'],
    ['seen', null],
    ['seen', 'none'],
    ['seen', 'constructor'],
    ['hidden', 'on'],
    ['none', null],
    ['constructor', null],
  ].map(([flag, variant]) => ({ flag, variant, count: 1 }))
  const contexts = [{ targetingKey: 'u' }]

  it.each(pages)('by %s is counted of flags and variants that it may be given', async (_, asked) => {
    const { statusCode } = await ask('telemetry', {
      ...asked,
      body: { ...report, counts, contexts, batch: batch.batch },
    })
    expect(statusCode).toBe(202)
    const [teller, told] = reports.telemetry.mock.calls[0] ?? []
    expect(teller).toMatchObject({ kind: 'client', environmentId: 'e' })
    expect(told).toMatchObject({ counts: counts.slice(0, 2), contexts: [] })
    // a report that is kept once is a relay's
    expect((told as { batch?: string }).batch).toBe(asked.key ? undefined : batch.batch)
  })

  it('by a server is counted whole, and names its build', async () => {
    const body = { ...report, counts, contexts, batch: batch.batch }
    const headers = { 'x-fanion-build': 'b'.repeat(64) }
    const answer = await ask('telemetry', { body, headers })
    expect([answer.statusCode, answer.headers['x-fanion-build']]).toEqual([202, 'unknown'])
    expect(reports.telemetry.mock.calls[0]?.[1]).toEqual(body)
    const client = await ask('telemetry', { body, headers, key: 'fan_cli' })
    expect(client.headers['x-fanion-build']).toBeUndefined()
  })

  it('of a build by a server is kept whole, remembered, and answered with what was found', async () => {
    const body = { ...build, attributes: ['plan'] }
    expect((await ask('build', { body })).json()).toEqual({ digest: 'd', findings: ['something'] })
    expect(reports.build).toHaveBeenCalledWith(holder('server'), body, body)
    expect(builds.remember).toHaveBeenCalledWith({ environmentId: 'e', kind: 'server', digest: 'd' })
  })

  it.each(pages)('of a build by %s is what it may be given, and answered with nothing of others', async (_, asked) => {
    const body = { ...build, attributes: ['plan'] }
    expect((await ask('build', { ...asked, body })).json()).toEqual({ digest: 'd', findings: [] })
    expect(reports.build.mock.calls[0]).toEqual([
      { ...holder(asked.key ? 'client' : 'server'), kind: 'client' },
      body,
      { ...build, flags: [declared('seen')], attributes: undefined },
    ])
    expect(builds.remember).not.toHaveBeenCalled()
  })
})

describe('what OpenTelemetry’s records say', () => {
  const record = (unit: string) => ({
    eventName: 'bought',
    attributes: [{ key: 'feature_flag.context.id', value: { stringValue: unit } }],
  })
  const send = async (...logRecords: object[]) => {
    const answer = await ask('otlp/v1/logs', { body: { resourceLogs: [{ scopeLogs: [{ logRecords }] }] } })
    return [answer.statusCode, answer.json()]
  }

  it('is kept as that of a server, and what is not kept is counted by its reason', async () => {
    expect(await send()).toEqual([200, {}])
    const not = (rejectedLogRecords: string, errorMessage: string) => [
      200,
      { partialSuccess: { rejectedLogRecords, errorMessage } },
    ]
    expect(await send(record('u'))).toEqual(not('3', 'undeclared: 3'))
    const many = Array.from({ length: limits.rowsPerBatch / 2 + 1 }, () => record('u'))
    expect(await send(...many.slice(1), record(''))).toEqual(not('4', 'unreadable: 1, undeclared: 3'))
    expect(await send(...many)).toEqual(not('6', 'undeclared: 6'))
    expect(reports.events.mock.calls[0]?.[0]).toMatchObject({ environmentId: 'e', via: 'otlp' })
    const [sender] = reports.events.mock.calls[0] ?? []
    expect((sender as { sees: (flag: string) => boolean }).sees('none')).toBe(true)
    expect(tracked).toHaveBeenCalledWith(receipt)
    reports.events.mockResolvedValueOnce({ accepted: 1, refused: [] })
    expect(await send(record('u'))).toEqual([200, {}])
  })

  it('is asked for as JSON', async () => {
    const headers = { authorization: 'Bearer fan_srv', 'content-type': 'application/x-protobuf' }
    const { statusCode } = await app.inject({ method: 'POST', url: '/sdk/v1/otlp/v1/logs', headers, payload: 'x' })
    expect(statusCode).toBe(400)
  })
})

describe('what a relay asks', () => {
  it('is answered of the environment of its own key, and kept by nobody in between', async () => {
    const name = 'a'.repeat(64)
    const one = { digest: 'b'.repeat(64), programs: 2 }
    const asked = await ask('relay', { body: { relay, keys: [name], builds: [one] } })
    expect(asked.headers['cache-control']).toBe('no-store')
    expect(asked.json()).toEqual({
      ...{ environmentId: 'e', project: 'p', environment: 'e', keyId: 'server', revision: 7 },
      ...{ keys: [], unknownBuilds: ['unknown'] },
    })
    expect(relayed.keys).toHaveBeenCalledWith('e', [name])
    expect(relayed.builds).toHaveBeenCalledWith('e', relay, [one])
    relayed.builds.mockClear()
    expect((await ask('relay', { body: { relay, keys: [] } })).json()).toMatchObject({ unknownBuilds: [] })
    expect(relayed.builds).not.toHaveBeenCalled()
  })
})
