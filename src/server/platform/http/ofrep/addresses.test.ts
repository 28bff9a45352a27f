import Fastify, { type InjectOptions } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { aDatafile, aFlag, where } from '../../../../../tests/support/builders.ts'
import { FanionError } from '../../../../shared/errors/fanion-error.ts'
import type { FlagDocument } from '../../../../shared/schemas/flag.ts'
import type { SdkKeyHolder } from '../../auth/sdk-key-holder.ts'
import { EnvironmentState } from '../../live/environment-state.ts'
import { Hub } from '../../live/hub.ts'
import { Proxies } from '../proxies.ts'
import { createLimiters } from '../rate-limiter.ts'
import { mountOfrep } from './mount.ts'

const holder = (kind: SdkKeyHolder['kind']): SdkKeyHolder => ({
  ...{ keyId: kind, kind, allowedOrigins: [], project: 'p', environment: 'e', environmentId: 'e' },
})
const byText: Record<string, SdkKeyHolder> = { fan_srv: holder('server'), fan_cli: holder('client') }
const gates = createLimiters({ requestsPerMinute: 1, streamsPerAddress: 1 })
const fault = vi.fn<(details: object, message: string) => void>()
const answered = vi.fn<(route: string, status: number, seconds: number) => void>()
const seen = (key: string) => aFlag(key).with({ visibleToClients: true })
const stateOf = (all: readonly FlagDocument[]) => new EnvironmentState(aDatafile([...all]))
let state = stateOf([])
const services = {
  states: { get: () => state },
  keyHolder: (text = '') => byText[text.replace('Bearer ', '')] ?? Promise.reject(new Error('no key')),
  proxies: new Proxies([]),
  overBudget: { note: () => {} },
  counted: () => {},
  exposed: () => {},
  config: { logLevel: 'silent', secret: 'of this test' },
  log: { error: fault, info: () => {} },
  metrics: { answered },
  publicUrl: () => 'http://127.0.0.1',
  now: () => new Date(0),
  gates,
}
const app = Fastify({ forceCloseConnections: true })
beforeAll(async () => {
  await app.register(async (scope) => mountOfrep(scope, services as never))
})
afterAll(() => app.close())
beforeEach(() => {
  state = stateOf([seen('beta').serving('on'), aFlag('hidden')])
  answered.mockClear()
  fault.mockClear()
})

type Asked = { flag?: string; key?: string; context?: object; headers?: Record<string, string> }
const ask = ({ flag, key = 'fan_srv', context = { targetingKey: 'u' }, headers = {} }: Asked) =>
  app.inject({
    method: 'POST',
    url: `/ofrep/v1/evaluate/flags${flag === undefined ? '' : `/${flag}`}`,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
    payload: JSON.stringify({ context }),
  } satisfies InjectOptions)

describe('an answer', () => {
  it('is noted once, by the name of its address, its status and the seconds that it took', async () => {
    const all = '/ofrep/v1/evaluate/flags'
    const { headers } = await ask({})
    await ask({ headers: { 'if-none-match': String(headers['etag']) } })
    await ask({ flag: 'beta' })
    await ask({ flag: 'none' })
    expect(answered.mock.calls.map(([route, status]) => [route, status])).toEqual([
      [all, 200],
      [all, 304],
      [`${all}/{key}`, 200],
      [`${all}/{key}`, 404],
    ])
    // The clock counts from the start of the process.
    const most = performance.now() / 2_000
    for (const [, , seconds] of answered.mock.calls) {
      expect(seconds).toBeGreaterThanOrEqual(0)
      expect(seconds).toBeLessThan(most)
    }
  })
})

it('asked for a head alone, a stream is nothing that is there: it would never end', async () => {
  expect((await app.inject({ method: 'HEAD', url: '/ofrep/v1/stream' })).statusCode).toBe(404)
})

describe('what an answer costs a client key', () => {
  const spent = async (asked: Asked) => {
    const [take, count] = [vi.spyOn(gates.clientKeys, 'take'), vi.spyOn(gates.clientKeys, 'count')]
    const { statusCode } = await ask(asked)
    const sum = (calls: readonly (readonly [unknown, unknown, number?])[]) =>
      calls.reduce((units, [, , one]) => units + (one ?? 1), 0)
    const taken = sum(take.mock.calls)
    // Units that are taken also count.
    const units = [taken, sum(count.mock.calls) - taken]
    take.mockRestore()
    count.mockRestore()
    return [statusCode, ...units]
  }

  it('is one, and one more for each five hundred flags that it may see; a server key pays nothing', async () => {
    const many = (count: number) => Array.from({ length: count }, (_, at) => seen(`f${at}`))
    state = stateOf([...many(499), aFlag('hidden')])
    expect(await spent({ key: 'fan_cli' })).toEqual([200, 1, 0])
    expect(await spent({ key: 'fan_cli', flag: 'f1' })).toEqual([200, 1, 0])
    state = stateOf(many(500))
    expect(await spent({ key: 'fan_cli' })).toEqual([200, 2, 0])
    expect(await spent({ key: 'fan_cli', flag: 'f1' })).toEqual([200, 1, 0])
    expect(await spent({})).toEqual([200, 0, 0])
  })

  it('is counted on top where the rules take long, of one flag and of all', async () => {
    const words = Array.from({ length: 1_000 }, (_, at) => `word ${at}`)
    state = stateOf([seen('dear').rule(where('note', 'contains', ...words), 'on')])
    const context = { targetingKey: 'u', note: 'x'.repeat(50_000) }
    for (const asked of [{ flag: 'dear' }, {}]) {
      const [status, taken, counted] = await spent({ key: 'fan_cli', context, ...asked })
      expect([status, taken]).toEqual([200, 1])
      expect(counted).toBeGreaterThan(0)
    }
    expect(await spent({ context })).toEqual([200, 0, 0])
  })
})

describe('a stream of changes', () => {
  const hub = new Hub()
  afterAll(() => hub.close())
  let address: string
  beforeAll(async () => {
    Object.assign(services, { hub, refuseDeadKey: async () => undefined })
    address = await app.listen({ host: '127.0.0.1', port: 0 })
  })
  const ticket = async () => {
    const { eventStreams } = (await ask({ key: 'fan_cli' })).json()
    return new URL(eventStreams[0].url).search
  }
  const open = async (search: string) => {
    const leaving = new AbortController()
    const { status, headers, body } = await fetch(`${address}/ofrep/v1/stream${search}`, { signal: leaving.signal })
    const { value } = (await body?.getReader().read()) ?? {}
    const close = async () => {
      leaving.abort()
      await expect.poll(() => hub.size).toBe(0)
    }
    return { status, headers, first: new TextDecoder().decode(value), close }
  }

  it('opens with a ticket, for pages of any origin, tells of changes from where it began, and costs ten', async () => {
    const [subscribe, take] = [vi.spyOn(hub, 'subscribe'), vi.spyOn(gates.clientKeys, 'take')]
    const search = await ticket()
    take.mockClear()
    const { status, headers, first, close } = await open(search)
    expect([status, first.replace(/\d{4}/, 'N')]).toEqual([200, 'retry: N\nevent: heartbeat\ndata: here\n\n'])
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    expect(take.mock.calls.map(([key, , units]) => [key, units])).toEqual([['client', 10]])
    const [where, { wants, keyId } = { wants: '', keyId: '' }, revision] = subscribe.mock.calls[0] ?? []
    expect([where, wants, keyId, revision]).toEqual(['e', 'changes', 'client', 1])
    expect(fault).not.toHaveBeenCalled()
    await close()
    for (const spy of [subscribe, take]) spy.mockRestore()
  })

  it('has a place of its address and of its key, and gives both back where it is refused', async () => {
    const search = await ticket()
    const one = await open(search)
    expect((await open(search)).status).toBe(429)
    await one.close()
    Object.assign(services, { refuseDeadKey: () => Promise.reject(new FanionError('auth/token-invalid')) })
    for (let times = 0; times < 3; times++) expect((await open(search)).status).toBe(401)
    Object.assign(services, { refuseDeadKey: async () => undefined })
    const again = await open(search)
    expect(again.status).toBe(200)
    await again.close()
    const key = vi.spyOn(gates.streamsOfKey, 'take').mockImplementation(() => {
      throw new FanionError('request/rate-limited', { retryAfterSeconds: 1 })
    })
    for (let times = 0; times < 3; times++) expect((await open(search)).status).toBe(429)
    key.mockRestore()
    const last = await open(search)
    expect(last.status).toBe(200)
    await last.close()
    expect((await open('?ticket=none')).status).toBe(401)
    expect((await open('')).status).toBe(401)
  })
})
