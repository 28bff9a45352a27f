import { connect } from 'node:net'
import Fastify from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { FanionError } from '../../../shared/errors/fanion-error.ts'
import { limits } from '../../../shared/limits.ts'
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
  // The hook uses only these services.
  guardRequests(app, { gates, proxies: new Proxies([]), now: () => new Date(0) } as never)
  app.get<{ Querystring: { status?: string } }>('/*', async ({ query }, reply) =>
    reply.code(Number(query.status ?? 200)).send({}),
  )
  app.post('/*', async () => ({}))
  await app.listen({ port: 0, host: '127.0.0.1' })
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

it('an address has so much of bodies arriving at once, sent a byte a second or not at all, and more when one has arrived or gone', async () => {
  const { port } = app.server.address() as { port: number }
  /**
   * Starts a request without sending its body. Returns the status of the response, and the socket to send the rest on.
   */
  const begin = (head: string) => {
    const socket = connect(port, '127.0.0.1')
    const status = new Promise<number>((resolve) => {
      socket.once('data', (bytes) => resolve(Number(/^HTTP\/1.1 (\d+)/.exec(String(bytes))?.[1])))
    })
    socket.on('error', () => undefined)
    socket.write(`POST /sdk/v1/x HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n${head}\r\n\r\n`)
    return { socket, status }
  }
  const taken = vi.spyOn(gates.bodies, 'take')
  // A request without a content-length counts as one of the maximum size.
  const long = limits.trpcBodyBytes
  const heads = [`content-length: ${long}`, 'transfer-encoding: chunked'] as const
  const most = limits.arrivingBytesPerAddress / long
  const held = Array.from({ length: most }, (_, at) => begin(heads[at % 2] ?? heads[0]))
  await vi.waitFor(() => expect(taken).toHaveBeenCalledTimes(held.length))
  const late = begin('content-length: 2')
  expect(await late.status).toBe(429)
  // Requests without a body are not affected.
  expect((await ask('/sdk/v1/flags'))[0]).toBe(200)
  const [first, second] = held
  first?.socket.write(JSON.stringify('a'.repeat(long - 2)))
  expect(await first?.status).toBe(200)
  const next = begin('content-length: 2')
  next.socket.write('{}')
  expect(await next.status).toBe(200)
  // As many small requests as fit into the released budget.
  const few = long / limits.arrivingBytesLeast
  const small = Array.from({ length: few }, () => begin('content-length: 2'))
  await vi.waitFor(() => expect(taken).toHaveBeenCalledTimes(held.length + 2 + few))
  const over = begin('content-length: 2')
  expect(await over.status).toBe(429)
  second?.socket.destroy()
  for (const { socket } of [late, next, over, ...small, ...held]) socket.destroy()
})

it('an address has so many requests being answered at once, but for programs, and each gives its place back', async () => {
  const { port } = app.server.address() as { port: number }
  const get = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).status
  const asked = vi.spyOn(gates.underWay, 'take')
  expect([await get('/'), await get('/?status=500')]).toEqual([200, 500])
  expect(asked).toHaveBeenCalledTimes(2)
  const network = asked.mock.calls[0]?.[0] ?? ''
  // All slots are free again.
  const held = Array.from({ length: limits.requestsUnderWay }, () => gates.underWay.take(network))
  expect([await get('/'), await get('/sdk/v1/flags')]).toEqual([429, 200])
  held[0]?.()
  expect(await get('/')).toBe(200)
  for (const release of held) release()
})
