import cookie from '@fastify/cookie'
import { TRPCError } from '@trpc/server'
import Fastify from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { FanionError } from '../../../../shared/errors/fanion-error.ts'
import { Proxies } from '../proxies.ts'
import { createLimiters } from '../rate-limiter.ts'
import { createHeavyCallQueue } from './call-budget.ts'
import { mountTrpc } from './mount.ts'
import { asTrpcError } from './trpc.ts'

const error = vi.fn<(details: object, message: string) => void>()
const gates = createLimiters({ requestsPerMinute: 1_000, streamsPerAddress: 1 })
const broken = new Proxy(
  {},
  {
    get: () => {
      throw new TypeError('broken')
    },
  },
)
const services = {
  config: { publicUrl: 'https://flags.example' },
  pools: { door: broken },
  log: { error, warn: () => {}, info: () => {} },
  proxies: new Proxies([]),
  publicUrl: () => 'https://flags.example',
  now: () => new Date(0),
  setUpToken: null,
  gates,
}
const app = Fastify({ bodyLimit: 1_000, routerOptions: { maxParamLength: 5_000 } })
beforeAll(async () => {
  await app.register(cookie)
  // Only these services are used before a procedure runs.
  await mountTrpc(app, services as never, createHeavyCallQueue())
  await app.ready()
})
afterAll(() => app.close())
beforeEach(() => error.mockClear())

const post = (name: string, payload: string, headers: Record<string, string> = {}) =>
  app.inject({
    ...{ method: 'POST', url: `/trpc/${name}`, payload },
    headers: { 'content-type': 'application/json', ...headers },
  })

describe('a refusal over tRPC', () => {
  it('of the web framework has tRPC’s shape, its status and its request', async () => {
    const { statusCode, body } = await post('flags.create', JSON.stringify('x'.repeat(1_001)))
    const { error: told } = JSON.parse(body)
    expect([statusCode, told.data.httpStatus, told.data.code]).toEqual([413, 413, 'PAYLOAD_TOO_LARGE'])
    expect(told.data.fanion).toEqual({ code: 'request/too-large', details: {}, requestId: expect.any(String) })
    expect(error).not.toHaveBeenCalled()
  })

  it('says when to come back, alone and in a batch, whose status is its own', async () => {
    const take = vi.spyOn(gates.requests, 'take').mockImplementation(() => {
      throw new FanionError('request/rate-limited', { retryAfterSeconds: 7 })
    })
    const alone = await app.inject('/trpc/projects.list')
    const both = await app.inject('/trpc/projects.list,projects.list?batch=1')
    take.mockRestore()
    expect([alone.statusCode, alone.headers['retry-after']]).toEqual([429, '7'])
    expect([both.statusCode, both.headers['retry-after']]).toEqual([429, '7'])
    const other = await app.inject('/trpc/projects.list')
    expect([other.statusCode, other.headers['retry-after']]).toEqual([401, undefined])
  })

  it('of a page of another site comes before anything is done, and of what cannot be stored before any schema', async () => {
    const foreign = await post('projects.create', '{}', { origin: 'https://elsewhere.example' })
    expect([foreign.statusCode, foreign.json().error.data.fanion.code]).toEqual([403, 'auth/forbidden'])
    const nul = await post('projects.create', '{"key":"\\u0000"}')
    expect([nul.statusCode, nul.json().error.data.fanion.code]).toEqual([400, 'request/invalid'])
    expect(nul.json().error.message).not.toContain('name')
    expect(error).not.toHaveBeenCalled()
  })

  it('is a fault where nobody foresaw it: logged by its procedure and request, told without a word of it', async () => {
    const { statusCode, body, json } = await app.inject('/trpc/account.status')
    expect([statusCode, json().error.data.fanion.code]).toEqual([500, 'server/internal'])
    expect(body).not.toContain('broken')
    const details = { requestId: json().error.data.fanion.requestId, path: 'account.status' }
    expect(error).toHaveBeenCalledTimes(1)
    expect(error.mock.calls[0]?.[0]).toMatchObject({ ...details, error: expect.stringContaining('broken') })
  })

  it('keeps its code, sentence and cause as tRPC throws it', () => {
    const refusal = new FanionError('flag/not-found')
    const thrown = asTrpcError(refusal)
    expect(thrown).toBeInstanceOf(TRPCError)
    expect([thrown.code, thrown.message, thrown.cause]).toEqual(['NOT_FOUND', refusal.message, refusal])
  })

  it('is one where more is asked at once than a batch may have', async () => {
    const batch = (count: number) =>
      app.inject(`/trpc/${Array.from({ length: count }, () => 'projects.list').join(',')}?batch=1`)
    expect((await batch(20)).statusCode).toBe(401)
    expect((await batch(21)).statusCode).toBe(400)
  })
})
