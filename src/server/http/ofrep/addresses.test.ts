import Fastify, { type InjectOptions } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { aDatafile, aFlag, where } from '../../../../tests/support/builders.ts'
import type { FlagDocument } from '../../../shared/schemas/flag.ts'
import type { SdkKeyHolder } from '../../auth/sdk-key-holder.ts'
import { EnvironmentState } from '../../live/environment-state.ts'
import { Proxies } from '../proxies.ts'
import { createLimiters } from '../rate-limiter.ts'
import { mountOfrep } from './mount.ts'

const holder = (kind: SdkKeyHolder['kind']): SdkKeyHolder => ({
  ...{ keyId: kind, kind, allowedOrigins: [], project: 'p', environment: 'e', environmentId: 'e' },
})
const byText: Record<string, SdkKeyHolder> = { fan_srv: holder('server'), fan_cli: holder('client') }
const gates = createLimiters({ requestsPerMinute: 1, streamsPerAddress: 1 })
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
  log: { error: () => {}, info: () => {} },
  metrics: { answered },
  publicUrl: () => 'http://127.0.0.1',
  now: () => new Date(0),
  gates,
}
const app = Fastify()
beforeAll(async () => {
  await app.register(async (scope) => mountOfrep(scope, services as never))
})
afterAll(() => app.close())
beforeEach(() => {
  state = stateOf([seen('beta').serving('on'), aFlag('hidden')])
  answered.mockClear()
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
    // the clock counts from the start of the process
    const most = performance.now() / 2_000
    for (const [, , seconds] of answered.mock.calls) {
      expect(seconds).toBeGreaterThanOrEqual(0)
      expect(seconds).toBeLessThan(most)
    }
  })
})

describe('what an answer costs a client key', () => {
  const spent = async (asked: Asked) => {
    const [take, count] = [vi.spyOn(gates.clientKeys, 'take'), vi.spyOn(gates.clientKeys, 'count')]
    const { statusCode } = await ask(asked)
    const sum = (calls: readonly (readonly [unknown, unknown, number?])[]) =>
      calls.reduce((units, [, , one]) => units + (one ?? 1), 0)
    const taken = sum(take.mock.calls)
    // what is taken is counted
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
