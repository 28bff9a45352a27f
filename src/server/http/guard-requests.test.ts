import Fastify from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { FanionError } from '../../shared/errors/fanion-error.ts'
import { guardRequests } from './guard-requests.ts'
import { Proxies } from './proxies.ts'
import { createLimiters } from './rate-limiter.ts'
import { toFanionError } from './to-fanion-error.ts'

const gates = createLimiters({ requestsPerMinute: 1_000, streamsPerAddress: 1 })
const spies = {
  took: vi.spyOn(gates.requests, 'take'),
  checked: vi.spyOn(gates.refusals, 'check'),
  counted: vi.spyOn(gates.refusals, 'count'),
}
const app = Fastify()
beforeAll(async () => {
  app.setErrorHandler((error, _, reply) => {
    const { code } = toFanionError(error)
    return reply.code(code === 'request/rate-limited' ? 429 : 500).send({ code })
  })
  // all that is looked at
  guardRequests(app, { gates, proxies: new Proxies([]), now: () => new Date(0) } as never)
  app.get<{ Querystring: { status?: string } }>('/*', async ({ query }, reply) =>
    reply.code(Number(query.status ?? 200)).send({}),
  )
  await app.ready()
})
afterAll(() => app.close())
beforeEach(() => vi.clearAllMocks())

const ask = async (url: string) => {
  for (const spy of Object.values(spies)) spy.mockClear()
  const { statusCode } = await app.inject({ url })
  const costs = spies.took.mock.calls.map(([, , units]) => units)
  return [statusCode, costs, spies.checked.mock.calls.length, spies.counted.mock.calls.length]
}
const programs = ['/sdk/v1/flags', '/unleash/api/x', '/launchdarkly/all', '/flagd/v1/flags', '/growthbook/sub/x']

it.each(['/', '/trpc/flags.list', '/api/v1/x/y', '/mcp', '/sdk/fanion.tgz', '/unleash', '/authors', '/docs/audit/'])(
  'a call of %s is one of its address, whatever comes of it',
  async (url) => {
    expect(await ask(url)).toEqual([200, [1], 0, 0])
    expect(await ask(`${url}?status=401`)).toEqual([401, [1], 0, 0])
  },
)

it.each(['/auth/sso/x', '/auth/callback?x=y', '/audit/export', '/import/v1/bundles'])(
  'a call of %s counts as fifty',
  async (url) => {
    expect(await ask(url)).toEqual([200, [50], 0, 0])
  },
)

it.each(programs)('a program at %s has no limit, but keys that are refused are counted', async (url) => {
  expect(await ask(url)).toEqual([200, [], 1, 0])
  expect(await ask(`${url}?status=403`)).toEqual([403, [], 1, 0])
  expect(await ask(`${url}?status=401`)).toEqual([401, [], 1, 1])
})

it('whoever is over a limit is told when to come back, and of a fault nothing', async () => {
  for (const [spy, url] of [
    [spies.took, '/'],
    [spies.checked, '/sdk/v1/flags'],
  ] as const) {
    spy.mockImplementationOnce(() => {
      throw new FanionError('request/rate-limited', { retryAfterSeconds: 7 })
    })
    const refused = await app.inject({ url })
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '7'])
    spy.mockImplementationOnce(() => {
      throw new TypeError('broken')
    })
    const broken = await app.inject({ url })
    expect([broken.statusCode, broken.headers['retry-after']]).toEqual([500, undefined])
  }
})
