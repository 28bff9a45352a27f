import { beforeAll, describe, expect, it } from 'vitest'
import { limits } from '../../src/shared/limits.ts'
import { aWorld, until, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await aWorld()
})

type Count = { flag: string; variant: string | null; count: number }
const report = (counts: readonly unknown[]) => ({
  instance: 'i-1',
  sdk: '@fanion/sdk/node 0.1.0',
  from: '2026-11-20T12:00:00.000Z',
  to: '2026-11-20T12:00:30.000Z',
  counts,
  dropped: 0,
})
const send = (body: unknown, headers: Record<string, string> = world.bearer) =>
  fetch(`${world.url}/sdk/v1/telemetry`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
/** The stored counts of a flag, as `variant: count`, summed over hours. */
const storedOf = async (flag: string) => {
  const { db } = world.server.services
  const rows = await db.selectFrom('evaluationCount').select(['variant', 'count']).where('flag', '=', flag).execute()
  const sums: Record<string, number> = {}
  for (const { variant, count } of rows) sums[variant] = (sums[variant] ?? 0) + Number(count)
  return sums
}

const idOf = async () => {
  const { db } = world.server.services
  return (await db.selectFrom('environment').select('id').where('key', '=', 'development').executeTakeFirstOrThrow()).id
}

describe('POST /sdk/v1/telemetry', () => {
  it('adds to what earlier reports said, and keeps the caller’s default under no variant', async () => {
    const counts: Count[] = [
      { flag: 'sums', variant: 'on', count: 3 },
      { flag: 'sums', variant: null, count: 2 },
      { flag: 'sums', variant: 'on', count: 4 },
    ]
    const first = await send(report(counts))
    expect([first.status, await first.json()]).toEqual([202, { accepted: 3, sampling: null }])
    await send(report([{ flag: 'sums', variant: 'on', count: 10 }]))
    expect(await storedOf('sums')).toEqual({ on: 17, '': 2 })
  })

  it('loses nothing of reports that arrive together, in whatever order they name flags', async () => {
    const flags = ['together-a', 'together-b', 'together-c', 'together-d']
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, at) => {
        const order = at % 2 ? flags : flags.toReversed()
        return send(report(order.map((flag) => ({ flag, variant: 'on', count: 1 }))))
      }),
    )
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([202]))
    for (const flag of flags) expect(await storedOf(flag)).toEqual({ on: 40 })
  })

  it('takes from pages what their key can be given, and nothing else', async () => {
    const { api, project, where } = world
    await api.flags.create.mutate({ project, key: 'seen', name: 'Seen', onIn: ['development'], visibleToClients: true })
    const { text } = await api.keys.create.mutate({
      ...where,
      kind: 'client',
      name: 'Page',
      allowedOrigins: ['https://app.example.com'],
    })
    const counts: Count[] = [
      { flag: 'seen', variant: 'on', count: 2 },
      { flag: 'seen', variant: null, count: 1 },
      { flag: 'seen', variant: 'made-up', count: 1 },
      { flag: 'checkout', variant: 'on', count: 1 },
      { flag: 'made-up', variant: 'on', count: 1 },
    ]
    const page = { authorization: `Bearer ${text}`, origin: 'https://app.example.com' }
    await until(
      async () => (await world.server.services.states.get(await idOf())).datafile.flags['seen'] !== undefined,
      'the flag',
    )
    const before = await storedOf('checkout')
    const answer = await send({ ...report(counts), contexts: [{ targetingKey: 'planted' }] }, page)
    expect([answer.status, (await answer.json()).accepted]).toEqual([202, 2])
    expect(answer.headers.get('access-control-allow-origin')).toBe('https://app.example.com')
    expect([await storedOf('seen'), await storedOf('made-up')]).toEqual([{ on: 2, '': 1 }, {}])
    expect(await storedOf('checkout')).toEqual(before)
    expect((await send(report(counts), { ...page, origin: 'https://evil.example' })).status).toBe(403)
    const preflight = await fetch(`${world.url}/sdk/v1/telemetry`, {
      method: 'OPTIONS',
      headers: { origin: 'https://app.example.com' },
    })
    expect([preflight.status, preflight.headers.get('access-control-allow-headers')]).toEqual([
      204,
      expect.stringContaining('authorization'),
    ])
  })

  it('takes client keys, too', async () => {
    const answer = await send(report([]), { authorization: `Bearer ${world.clientKey.text}` })
    expect(answer.status).toBe(202)
  })

  it.each<[string, () => Promise<Response>, number, string]>([
    ['no key', () => send(report([]), {}), 401, 'auth/token-invalid'],
    ['a body over its limit', () => send('x'.repeat(limits.telemetryBodyBytes + 1)), 413, 'request/too-large'],
    ['a body that is no JSON', () => send('{"counts":'), 400, 'request/invalid'],
    ['counts below one', () => send(report([{ flag: 'f', variant: null, count: 0 }])), 400, 'request/invalid'],
    ['text nobody can store', () => send(report([{ flag: 'a\0b', variant: null, count: 1 }])), 400, 'request/invalid'],
    [
      'a sum beyond all counting',
      () =>
        send(
          report(Array.from({ length: 2_000 }, () => ({ flag: 'f', variant: 'on', count: Number.MAX_SAFE_INTEGER }))),
        ),
      400,
      'request/invalid',
    ],
    [
      'more counters than a program keeps',
      () =>
        send(
          report(Array.from({ length: limits.telemetryCounters + 1 }, () => ({ flag: 'f', variant: 'v', count: 1 }))),
        ),
      400,
      'request/invalid',
    ],
  ])('refuses %s and keeps nothing of it', async (_, ask, status, code) => {
    const answer = await ask()
    expect([answer.status, await answer.json()]).toMatchObject([status, { error: { code } }])
    expect(await storedOf('f')).toEqual({})
  })
})
