import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { catalogue } from '../../../../shared/errors/catalogue.ts'
import { FanionError } from '../../../../shared/errors/fanion-error.ts'
import type { SdkKeyHolder } from '../../auth/sdk-key-holder.ts'
import { Proxies } from '../proxies.ts'
import { createLimiters } from '../rate-limiter.ts'
import { toFanionError } from '../to-fanion-error.ts'
import { sdkIngestRoute } from './sdk-ingest-route.ts'

const holder = (kind: SdkKeyHolder['kind']): SdkKeyHolder => ({
  ...{
    keyId: kind,
    kind,
    allowedOrigins: ['https://shop.example'],
    project: 'p',
    environment: 'e',
    environmentId: 'e',
  },
})
const byText: Record<string, SdkKeyHolder> = { fan_srv: holder('server'), fan_cli: holder('client') }
const gates = createLimiters({ requestsPerMinute: 1, streamsPerAddress: 1 })
const services = {
  keyHolder: async (text = '') => byText[text] ?? Promise.reject(new FanionError('auth/token-invalid')),
  proxies: new Proxies([]),
  now: () => new Date(0),
  gates,
}
const told = vi.fn<() => Promise<object>>(async () => ({ taken: true }))
const app = Fastify()
beforeAll(async () => {
  app.setErrorHandler((error, _, reply) => {
    const { code } = toFanionError(error)
    return reply.code(catalogue[code].status).send({ code })
  })
  sdkIngestRoute(app, services as never, { path: '/told', bodyBytes: 1_000, bytesPerUnit: 100 }, told)
  await app.ready()
})
afterAll(() => app.close())

const tell = async (key: string, bytes: number, more: Record<string, string> = {}) => {
  told.mockClear()
  const taken = [vi.spyOn(gates.clients, 'take'), vi.spyOn(gates.clientKeys, 'take')]
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...more }
  const payload = `{}${' '.repeat(bytes - 2)}`
  const { statusCode, headers: answered } = await app.inject({ method: 'POST', url: '/told', headers, payload })
  const units = taken.map(({ mock }) => mock.calls.map(([, , one]) => one))
  for (const spy of taken) spy.mockRestore()
  return { status: statusCode, units, told: told.mock.calls.length, origin: answered['access-control-allow-origin'] }
}

describe('what is told by an SDK key', () => {
  it('costs a client key, and the address it comes from, one and one more for so many bytes; a server key nothing', async () => {
    expect(await tell('fan_cli', 2)).toMatchObject({ status: 202, units: [[1], [1]], told: 1 })
    expect(await tell('fan_cli', 99)).toMatchObject({ units: [[1], [1]] })
    expect(await tell('fan_cli', 100)).toMatchObject({ units: [[2], [2]] })
    expect(await tell('fan_cli', 1_000)).toMatchObject({ status: 202, units: [[11], [11]], told: 1 })
    expect(await tell('fan_srv', 1_000)).toMatchObject({ status: 202, units: [[], []], told: 1 })
  })

  it('is paid for before it is read, and at most as much as may be told', async () => {
    expect(await tell('fan_cli', 5_000)).toMatchObject({ status: 413, units: [[11], [11]], told: 0 })
  })

  it('is told by nobody without a key, and by pages of the origins of a client key alone', async () => {
    expect(await tell('none', 2)).toMatchObject({ status: 401, units: [[], []], told: 0 })
    const from = (origin: string) => tell('fan_cli', 2, { origin })
    expect(await from('https://shop.example')).toMatchObject({ status: 202, origin: 'https://shop.example' })
    expect(await from('https://shop.example.evil')).toMatchObject({ status: 403, told: 0 })
  })
})
