import Fastify from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { version } from '../../../../shared/version.ts'
import { Drain } from '../drain.ts'
import { createMetrics } from '../metrics.ts'
import { mountOps } from './mount.ts'

const hub = { size: 3, cut: 2 }
const tail: { revisions: number; caughtUpAt: Date | undefined } = { revisions: 5, caughtUpAt: undefined }
const overBudget = { total: 4 }
const statuses: number[] = []
const lastHour = { answered: (status: number) => void statuses.push(status), minutes: () => [] }
// The routes use only these services.
const metrics = createMetrics(hub as never, tail, overBudget as never, lastHour)
const services = {
  config: { metricsToken: 'of-prometheus', publicUrl: undefined, trustProxy: 0 },
  drain: new Drain(),
  readiness: () => ({ ready }),
  changesReadiness: async () => ({ ready: acceptsChanges }),
  metrics,
}
let ready = true
let acceptsChanges = true
const app = Fastify()
beforeAll(async () => {
  mountOps(app, services as never)
  app.get('/sdk/v1/stream', async () => 'a stream')
  app.get<{ Params: { id: string } }>('/things/:id', async (_, reply) => reply.code(418).send('x'))
  await app.ready()
})
afterAll(() => app.close())
beforeEach(() => {
  ready = true
  acceptsChanges = true
  statuses.length = 0
  metrics.registry.resetMetrics()
})

const valueOf = async (name: string) => {
  const line = (await metrics.registry.metrics()).split('\n').find((one) => one.startsWith(`${name} `))
  return Number(line?.slice(name.length))
}

describe('whether a server lives and can work', () => {
  it('is told to whoever asks, and it cannot where it is not ready or on its way out', async () => {
    const asked = async (url: string) => {
      const { statusCode, body } = await app.inject({ url })
      return [statusCode, JSON.parse(body)]
    }
    expect(await asked('/healthz')).toEqual([200, { ok: true, version }])
    const probes = async () => [await asked('/readyz'), await asked('/readyz/changes')]
    const [yes, no] = [
      [200, { ok: true, stopping: false }],
      [503, { ok: false, stopping: false }],
    ]
    expect(await probes()).toEqual([yes, yes])
    acceptsChanges = false
    expect(await probes()).toEqual([yes, no])
    expect([await valueOf('fanion_serves_evaluations'), await valueOf('fanion_accepts_changes')]).toEqual([1, 0])
    ready = false
    expect(await probes()).toEqual([no, no])
    ready = true
    acceptsChanges = true
    services.drain.announce()
    const stopping = [503, { ok: false, stopping: true }]
    expect(await probes()).toEqual([stopping, stopping])
    expect([await valueOf('fanion_serves_evaluations'), await valueOf('fanion_accepts_changes')]).toEqual([0, 0])
    expect((await asked('/healthz'))[0]).toBe(200)
  })
})

describe('the metrics', () => {
  it('are read from this machine, or with the token', async () => {
    const read = async (remoteAddress: string, authorization = '') => {
      const { statusCode, headers, body } = await app.inject({
        url: '/metrics',
        remoteAddress,
        headers: { authorization },
      })
      return [statusCode, headers['www-authenticate'], body.includes('fanion_build_info')]
    }
    expect(await read('127.0.0.1')).toEqual([200, undefined, true])
    expect(await read('192.0.2.1', 'Bearer of-prometheus')).toEqual([200, undefined, true])
    expect(await read('192.0.2.1', 'Bearer of-another')).toEqual([401, 'Bearer', false])
  })

  it('count each answer once by its route and status, in seconds, and the hour hears of it; a stream is none', async () => {
    const begun = performance.now()
    for (const url of ['/things/a', '/things/b', '/none', '/sdk/v1/stream']) await app.inject({ url })
    const most = (performance.now() - begun) / 1_000
    const name = 'fanion_http_request_duration_seconds'
    expect(await valueOf(`${name}_count{route="/things/:id",status="418"}`)).toBe(2)
    expect(await valueOf(`${name}_count{route="none",status="404"}`)).toBe(1)
    expect(await metrics.registry.metrics()).not.toContain('stream",status')
    expect(await valueOf(`${name}_sum{route="/things/:id",status="418"}`)).toBeLessThanOrEqual(most)
    expect(statuses).toEqual([418, 418, 404])
  })

  it('tell each time what is there then: streams, revisions, what was over budget, when the log was read', async () => {
    const told = () =>
      Promise.all(
        [
          'streams',
          'streams_cut_total',
          'revisions_total',
          'evaluations_over_budget_total',
          'log_read_timestamp_seconds',
        ].map((name) => valueOf(`fanion_${name}`)),
      )
    expect(await told()).toEqual([3, 2, 5, 4, 0])
    // Reading them again gives the same values, not a sum.
    expect(await told()).toEqual([3, 2, 5, 4, 0])
    Object.assign(hub, { size: 1, cut: 3 })
    Object.assign(tail, { revisions: 6, caughtUpAt: new Date(7_500) })
    overBudget.total = 9
    expect(await told()).toEqual([1, 3, 6, 9, 7.5])
  })

  it('say which version runs, of this server alone, and are one answer of Prometheus’ kind', async () => {
    const fresh = createMetrics(hub as never, tail, overBudget as never)
    expect(await fresh.registry.metrics()).toContain(`fanion_build_info{version="${version}"} 1`)
    expect(await fresh.registry.metrics()).toContain('process_cpu_seconds_total')
    // A relay has no metrics of the last hour.
    expect(() => fresh.answered('/x', 200, 1)).not.toThrow()
    expect(fresh.lastHour).toBeUndefined()
    expect(await valueOf('fanion_http_request_duration_seconds_count{route="/x",status="200"}')).toBeNaN()
  })

  it('count rows that programs sent by what became of them', async () => {
    metrics.tracked({ accepted: 5, refused: [{ reason: 'undeclared', count: 2 }] })
    metrics.tracked({ accepted: 1, refused: [{ reason: 'undeclared', count: 1 }] })
    const rows = (result: string) => valueOf(`fanion_measure_rows_total{result="${result}"}`)
    expect([await rows('kept'), await rows('undeclared')]).toEqual([6, 3])
  })
})
