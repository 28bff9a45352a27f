import pg from 'pg'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { limits } from '../../src/shared/limits.ts'
import { aWorld, until, type World } from './world.ts'

const origin = 'https://app.example.com'

let world: World
let environmentId = ''
let callers = 0
let caller: Record<string, string> = {}
beforeAll(async () => {
  world = await aWorld({ FANION_TRUST_PROXY: '1' })
  const { api, project, server } = world
  const { db, states } = server.services
  await api.flags.create.mutate({ project, key: 'seen', name: 'Seen', onIn: ['development'], visibleToClients: true })
  const row = await db.selectFrom('environment').select('id').where('key', '=', 'development').executeTakeFirstOrThrow()
  environmentId = row.id
  await until(async () => (await states.get(environmentId)).datafile.flags['seen'] !== undefined, 'the flag')
})
// A caller with its own address.
beforeEach(() => {
  callers++
  caller = { 'x-forwarded-for': `198.51.100.${callers}` }
})
afterEach(() => vi.restoreAllMocks())

const network = () => caller['x-forwarded-for'] ?? ''
const now = () => Date.now()
const page = () => ({ authorization: `Bearer ${world.clientKey.text}`, origin, ...caller })

const report = (more: object) => ({
  instance: 'i-1',
  sdk: '@fanion/sdk/browser 0.1.0',
  from: '2026-11-20T12:00:00.000Z',
  to: '2026-11-20T12:00:30.000Z',
  counts: [],
  dropped: 0,
  ...more,
})
const send = (more: object, headers: Record<string, string> = page()) =>
  fetch(`${world.url}/sdk/v1/telemetry`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(report(more)),
  })
const evaluate = (headers: Record<string, string>, path = '/ofrep/v1/evaluate/flags/seen') =>
  fetch(`${world.url}${path}`, { method: 'POST', headers, body: '{"context":{"targetingKey":"u"}}' })
// Each test spoils what the previous one counted.
describe('counts that lie', { shuffle: false }, () => {
  // No other test evaluates these flags.
  beforeAll(async () => {
    const { api, project, server } = world
    for (const key of ['told', 'counted'])
      await api.flags.create.mutate({ project, key, name: key, onIn: ['development'], visibleToClients: true })
    const known = async () => (await server.services.states.get(environmentId)).datafile.flags['counted'] !== undefined
    await until(known, 'the flags')
  })
  const countOf = async (flag: string) => {
    const { db } = world.server.services
    const rows = await db.selectFrom('evaluationCount').select('count').where('flag', '=', flag).execute()
    return rows.map(({ count }) => Number(count))
  }
  const counts = (count: number, flag = 'told') => ({ counts: [{ flag, variant: 'on', count }] })
  const programs = () => ({ ...world.bearer, ...caller })

  it('count only so much a report: less from a page than from a program', async () => {
    await send(counts(1e12))
    expect(await countOf('told')).toEqual([limits.clientCountPerReport])
    await send({ counts: [1, 2, 3].map(() => ({ flag: 'counted', variant: 'on', count: 1e12 })) }, programs())
    expect(await countOf('counted')).toEqual([limits.countPerReport])
  })

  it.each([
    ['as much as a column holds', '9223372036854775807'],
    ['more than anybody can read', String(2 ** 60)],
  ])('%s, from before, spoil no later report and no page of the project', async (_, stored) => {
    const { api, project, where } = world
    const { db } = world.server.services
    await db
      .updateTable('evaluationCount')
      .set({ count: stored as never })
      .where('flag', '=', 'counted')
      .execute()
    expect((await send(counts(5, 'counted'), programs())).status).toBe(202)
    expect(await countOf('counted')).toEqual([Number.MAX_SAFE_INTEGER])
    await db
      .updateTable('evaluationCount')
      .set({ count: stored as never })
      .execute()
    const states = await api.insights.states.query({ project })
    expect(states.flags.map(({ evaluationsPerDay }) => evaluationsPerDay)).toContain(Number.MAX_SAFE_INTEGER)
    const usage = await api.insights.usage.query({ ...where, flag: 'counted', range: 'day' })
    expect(usage.total).toBe(Number.MAX_SAFE_INTEGER)
  })
})

describe('a client key', () => {
  it('is refused with its budget spent, at every door, readable by the page, and others go on', async () => {
    const { gates } = world.server.services
    gates.clients.count(network(), now(), limits.clientUnitsPerAddress)
    const doors = [() => evaluate(page()), () => evaluate(page(), '/ofrep/v1/evaluate/flags'), () => send({})]
    for (const open of doors) {
      const answer = await open()
      expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([429, origin])
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    }
    expect((await evaluate({ ...page(), 'x-forwarded-for': '203.0.113.200' })).status).toBe(200)
    expect((await evaluate({ ...world.bearer, ...caller })).status).toBe(200)
  })

  it('has a budget of its own on a server: what is done with it from everywhere costs no other key', async () => {
    const { api, where, server } = world
    const leaked = await api.keys.create.mutate({ ...where, kind: 'client', name: 'Leaked' })
    server.services.gates.clientKeys.count(leaked.key.id, now(), limits.clientUnitsPerKey)
    expect((await evaluate({ ...page(), authorization: `Bearer ${leaked.text}` })).status).toBe(429)
    expect((await send({}, { ...page(), authorization: `Bearer ${leaked.text}` })).status).toBe(429)
    expect((await evaluate(page())).status).toBe(200)
  })

  it('pays for the bytes of a report before they are read', async () => {
    const { gates } = world.server.services
    gates.clients.count(network(), now(), limits.clientUnitsPerAddress - 30)
    expect((await send({ padding: 'x'.repeat(600 * 1024) })).status).toBe(429)
  })

  it('that is wrong is refused so that a page can read it', async () => {
    const wrong = { 'x-api-key': `fan_cli_${'A'.repeat(43)}`, origin, ...caller }
    for (const answer of [await evaluate(wrong), await send({}, wrong)]) {
      expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([401, origin])
      expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    }
  })

  it('is not allowed from an origin that only begins like one on its list', async () => {
    const { text } = await world.api.keys.create.mutate({
      ...world.where,
      kind: 'client',
      name: 'Page',
      allowedOrigins: [origin],
    })
    const from = (other: string) => ({ authorization: `Bearer ${text}`, ...caller, origin: other })
    for (const other of [`${origin}.evil.example`, `${origin}:8443`, 'https://app.example.co', `${origin}/`]) {
      expect((await evaluate(from(other))).status).toBe(403)
      expect((await send({}, from(other))).status).toBe(403)
    }
    expect((await evaluate(from(origin))).status).toBe(200)
  })
})

describe('guesses at keys over OFREP', () => {
  it('are counted, by the address that the proxy names and not by what the caller writes before it', async () => {
    const statuses: number[] = []
    for (let guess = 0; guess < limits.refusalsPerMinute + 2; guess++) {
      const headers = { 'x-api-key': 'fan_cli_x', 'x-forwarded-for': `203.0.113.${guess % 256}, ${network()}` }
      statuses.push((await evaluate(headers)).status)
    }
    expect(new Set(statuses.slice(0, limits.refusalsPerMinute))).toEqual(new Set([401]))
    expect(statuses.at(-1)).toBe(429)
  })
})

describe('a ticket of an event stream', () => {
  const ticket = async () => {
    const answer = await evaluate(page(), '/ofrep/v1/evaluate/flags')
    const { eventStreams } = (await answer.json()) as { eventStreams: { url: string }[] }
    return eventStreams[0]?.url ?? ''
  }

  it('opens so many streams from an address and of a key, and asks no database for more', async () => {
    const url = await ticket()
    const { gates } = world.server.services
    const held = Array.from({ length: limits.clientStreamsPerKey }, () =>
      gates.streamsOfKey.take(world.clientKey.key.id),
    )
    const query = vi.spyOn(pg.Client.prototype, 'query')
    const refused = await fetch(url, { headers: { ...caller, origin } })
    expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([429, origin])
    const asked = query.mock.calls.filter(([first]: readonly unknown[]) => String(first).includes('sdk_key'))
    expect(asked).toHaveLength(0)
    for (const release of held) release()
    gates.clients.count(network(), now(), limits.clientUnitsPerAddress)
    expect((await fetch(url, { headers: caller })).status).toBe(429)
    const stop = new AbortController()
    const open = await fetch(url, { headers: { 'x-forwarded-for': '203.0.113.201' }, signal: stop.signal })
    expect(open.status).toBe(200)
    stop.abort()
  })
})
