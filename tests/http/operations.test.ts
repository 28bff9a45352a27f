import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Db } from '../../src/server/platform/db/pool.ts'
import { version } from '../../src/shared/version.ts'
import { testDatabase } from '../support/database.ts'
import { startProcess } from '../support/process.ts'
import { testServer } from '../support/server.ts'
import { openStream } from '../support/stream.ts'
import { aWorld, fillHttpWorld, until, type World } from './world.ts'

describe('the log at info', () => {
  let lines: Record<string, unknown>[]
  let text: string
  let secrets: string[]
  beforeAll(async () => {
    const { url: databaseUrl } = await testDatabase(1)
    const settings = { DATABASE_URL: databaseUrl, FANION_SECRET: 'of-the-server', FANION_TRUST_PROXY: '1' }
    const server = startProcess({ ...settings, LOG_LEVEL: 'info' })
    const url = await server.ready
    const { owner, serverKey, clientKey, bearer } = await fillHttpWorld({ url })
    const ask = (path: string, headers: Record<string, string> = {}) =>
      fetch(`${url}/ofrep/v1/evaluate/flags${path}`, {
        method: 'POST',
        headers: { 'x-api-key': clientKey.text, ...headers },
        body: '{"context":{"targetingKey":"person@example.com"}}',
      })
    const { eventStreams } = await (await ask('')).json()
    const [stream] = eventStreams
    ;(await openStream(stream.url, {})).close()
    ;(await openStream(`${url}/sdk/v1/stream`, bearer)).close()
    await ask('/checkout', { 'x-request-id': 'of-the-proxy-1' })
    await fetch(`${url}/sdk/v1/datafile?key=${serverKey.text}`, { headers: bearer })
    await fetch(`${url}/reset/token-of-a-link?x=1`)
    await fetch(`${url}/trpc/account.status`, { headers: { 'x-request-id': 'of-the-proxy-2' } })
    secrets = [
      serverKey.text,
      clientKey.text,
      owner.credentials.password,
      owner.cookie().split('=')[1] ?? '',
      new URL(stream.url).searchParams.get('ticket') ?? '',
      'token-of-a-link',
      'person@example.com',
    ]
    const written = () => server.output().match(/^\{.*\}$/gm) ?? []
    await until(() => written().some((line) => line.includes('of-the-proxy-2')), 'the last line')
    text = server.output()
    lines = written().map((line) => JSON.parse(line))
  })

  it('has one line for each request, with its id, what came of it, and how long it took', () => {
    const [line, ...more] = lines.filter(({ requestId }) => requestId === 'of-the-proxy-1')
    expect(more).toEqual([])
    expect(line).toEqual({
      time: expect.stringMatching(/^\d{4}-.*Z$/),
      level: 'info',
      message: 'request',
      requestId: 'of-the-proxy-1',
      method: 'POST',
      path: '/ofrep/v1/evaluate/flags/checkout',
      status: 404,
      durationMs: expect.any(Number),
      address: '127.0.0.1',
    })
    const requests = lines.filter(({ message }) => message === 'request')
    expect(new Set(requests.map(({ requestId }) => requestId)).size).toBe(requests.length)
    const paths = requests.map(({ path }) => path)
    expect(paths).toEqual(
      expect.arrayContaining(['/sdk/v1/datafile?…', '/reset/…?…', '/ofrep/v1/stream?…', '/sdk/v1/stream']),
    )
  })

  it('has no key, no password, no cookie, no ticket, no link and no context of anybody', () => {
    for (const secret of secrets) {
      expect(secret.length).toBeGreaterThan(10)
      expect(text).not.toContain(secret)
    }
  })
})

describe('the metrics', () => {
  let text: string
  let world: World
  beforeAll(async () => {
    world = await aWorld()
    const { url, bearer } = world
    const ofrep = { method: 'POST', headers: bearer, body: '{"context":{}}' }
    await fetch(`${url}/ofrep/v1/evaluate/flags/checkout`, ofrep)
    await fetch(`${url}/ofrep/v1/evaluate/flags`, ofrep)
    await until(async () => {
      text = await (await fetch(`${url}/metrics`)).text()
      return text.includes('{route="/ofrep/v1/evaluate/flags",status="200"}')
    }, 'the evaluations counted')
  })

  it('are read through a proxy with the operator’s token alone', async () => {
    const { url } = await testServer({
      FANION_TRUST_PROXY: '1',
      FANION_METRICS_TOKEN: 'of-prometheus',
    })
    const read = (authorization: string) => fetch(`${url}/metrics`, { headers: { authorization } })
    const refused = await read('Bearer of-anybody')
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
    expect(await refused.text()).toMatch(
      /^Metrics are read from this machine itself, or with .* FANION_METRICS_TOKEN\.\n$/,
    )
    const given = await read('Bearer of-prometheus')
    expect([given.status, await given.text()]).toEqual([200, expect.stringContaining('# TYPE fanion_build_info')])
  })

  it('and what an owner asks first say how the server does', async () => {
    const { server, api, url, bearer } = world
    const stream = await openStream(`${url}/sdk/v1/stream`, bearer)
    const begun = performance.now()
    const status = await api.system.status.query()
    const took = performance.now() - begun
    stream.close()
    expect(status).toMatchObject({
      ...{ version, node: process.version, publicUrl: url, notifications: true, connectedPrograms: 1 },
      ...{ mail: false, privateAddresses: server.services.config.allowPrivateAddresses },
      clockAheadMs: expect.toSatisfy((ms: number) => Math.abs(ms) < 5_000),
      logReadAt: server.services.tail.caughtUpAt?.toISOString(),
    })
    expect(status.database.answeredInMs).toBeGreaterThanOrEqual(0)
    expect(status.database.answeredInMs).toBeLessThanOrEqual(Math.ceil(took))
    const startedMs = Date.now() - process.uptime() * 1_000
    expect(Math.abs(Date.parse(status.startedAt) - startedMs)).toBeLessThan(60_000)
    expect(Date.parse(status.startedAt)).toBeLessThan(Date.now())
    // The database is on a disk that the server can see.
    expect(status.measured.freeBytes).toBeGreaterThan(0)
    expect(status.lastHour.length).toBeGreaterThan(0)
  })

  it('count evaluations by route, with no flag in place of the name', () => {
    expect(text).toContain(
      'fanion_http_request_duration_seconds_count{route="/ofrep/v1/evaluate/flags/{key}",status="200"} 1',
    )
  })

  it('follow the conventions of Prometheus: https://prometheus.io/docs/practices/naming', () => {
    const ours = [...text.matchAll(/^# TYPE (fanion_\S+) (\S+)$/gm)].map(([, name = '', type = '']) => ({ name, type }))
    expect(ours.map(({ name }) => name)).toEqual([
      'fanion_http_request_duration_seconds',
      'fanion_build_info',
      'fanion_clock_offset_seconds',
      'fanion_streams',
      'fanion_streams_cut_total',
      'fanion_revisions_total',
      'fanion_evaluations_over_budget_total',
      'fanion_log_read_timestamp_seconds',
      'fanion_measure_rows_total',
      'fanion_serves_evaluations',
      'fanion_accepts_changes',
    ])
    for (const { name, type } of ours) {
      expect(name).toMatch(/^[a-z]+(_[a-z]+)+$/)
      expect(text).toMatch(new RegExp(`^# HELP ${name} [A-Z].*\\.$`, 'm'))
      expect([name, type === 'counter']).toEqual([name, name.endsWith('_total')])
      expect(name).not.toMatch(/_(ms|millis|milliseconds|minutes|kb|mb|percent|count|sum|bucket)(_|$)/)
    }
  })

  it('are text that a scraper can read line by line', () => {
    const sample =
      /^[a-zA-Z_:][\w:]*(\{[a-zA-Z_]\w*="(?:[^"\\\n]|\\[\\"n])*"(,[a-zA-Z_]\w*="(?:[^"\\\n]|\\[\\"n])*")*\})? (NaN|[+-]Inf|[-+\d.e]+)$/
    const wrong = text.split('\n').filter((line) => line !== '' && !line.startsWith('# ') && !sample.test(line))
    expect(wrong).toEqual([])
    expect(text.endsWith('\n')).toBe(true)
  })
})

describe('the streams of one address', () => {
  let world: World
  beforeAll(async () => {
    world = await aWorld({ FANION_STREAMS_PER_ADDRESS: '2' })
  })

  it('are refused over the limit with 429 and when to come back, and let in again when one closes', async () => {
    const { url, bearer, server } = world
    const open = () => openStream(`${url}/sdk/v1/stream`, bearer)
    const [first, second] = [await open(), await open()]
    const third = await fetch(`${url}/sdk/v1/stream`, { headers: bearer })
    expect([third.status, third.headers.get('retry-after')]).toEqual([429, '60'])
    expect(await third.json()).toMatchObject({ error: { code: 'request/rate-limited' } })
    const ofrep = { method: 'POST', headers: bearer, body: '{"context":{}}' }
    const { eventStreams } = await (await fetch(`${url}/ofrep/v1/evaluate/flags`, ofrep)).json()
    const changes = await fetch(eventStreams[0].url)
    expect([changes.status, changes.headers.get('retry-after')]).toEqual([429, '60'])
    first.close()
    await until(() => server.services.hub.size === 1, 'the first stream closed')
    const again = await open()
    expect(again.status).toBe(200)
    for (const one of [second, again]) one.close()
  })
})

const waiting = async (db: Db) => {
  const query = sql<{ sessions: string }>`select count(*) as sessions from pg_stat_activity
    where wait_event_type = 'Lock' and datname = current_database()`
  return Number((await query.execute(db)).rows[0]?.sessions)
}

describe('a server that stops', () => {
  it('answers what is under way', async () => {
    const { server, url, api, where } = await aWorld()
    const { db } = server.services
    // The publish waits for the environment's row lock, which this transaction has.
    const held = db.transaction().execute(async (tx) => {
      await tx.selectFrom('environment').selectAll().forUpdate().execute()
      const publish = api.flags.switch.mutate({ ...where, flag: 'checkout', on: false, base: 1 })
      await until(async () => (await waiting(db)) > 0, 'the publish waits')
      const closing = server.close()
      await until(
        () =>
          fetch(`${url}/healthz`).then(
            () => false,
            () => true,
          ),
        'nobody listens',
      )
      return { publish, closing }
    })
    const { publish, closing } = await held
    expect(await publish).toMatchObject({ number: 2 })
    await closing
  })
})
