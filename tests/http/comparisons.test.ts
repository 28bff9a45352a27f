import { beforeAll, describe, expect, it } from 'vitest'
import type { ComparisonCounts } from '../../src/shared/features/usage/schemas/comparison.ts'
import { limits } from '../../src/shared/limits.ts'
import { aWorld, until, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await aWorld()
  const { api, project, where, server } = world
  for (const key of ['hero', 'banner', 'teaser']) await api.flags.create.mutate({ project, key, name: key, onIn: [] })
  const row = await server.services.db
    .selectFrom('environment')
    .select('id')
    .where('key', '=', where.environment)
    .executeTakeFirstOrThrow()
  const { states } = server.services
  await until(async () => (await states.get(row.id)).datafile.flags['teaser'] !== undefined, 'the flags')
})

const counts = (more: Partial<ComparisonCounts>) => ({ same: 0, different: 0, errors: 0, defaults: 0, ...more })
const send = (more: object, headers: Record<string, string> = world.bearer) =>
  fetch(`${world.url}/sdk/v1/comparisons`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({
      ...{ source: 'older', from: '2026-11-20T12:00:00.000Z', to: '2026-11-20T12:00:30.000Z', flags: {} },
      ...more,
    }),
  })
const agreement = async () => (await world.api.readings.agreement.query(world.where)).flags
const examples = (flag: string) => world.api.readings.examples.query({ ...world.where, flag })
const sample = (sampling: boolean) => world.api.environments.edit.mutate({ ...world.where, sampling })
const different = (context?: object) => ({ flag: 'hero', theirs: 'a', ours: 'b', ...(context ? { context } : {}) })

describe('POST /sdk/v1/comparisons', () => {
  it('adds up what programs tell of flags that are here, the worst first', async () => {
    await sample(false)
    const flags = {
      banner: counts({ same: 5 }),
      hero: counts({ same: 2, different: 1 }),
      gone: counts({ same: 9 }),
    }
    const first = await send({ flags })
    expect([first.status, await first.json()]).toEqual([202, { accepted: 2, sampling: null }])
    await Promise.all([
      send({ flags: { hero: counts({ errors: 3 }), banner: counts({ same: 1 }) } }),
      send({ flags: { banner: counts({ same: 1 }), hero: counts({ defaults: 4 }) } }),
    ])
    expect(await agreement()).toMatchObject([
      { flag: 'hero', same: 2, different: 1, errors: 3, defaults: 4 },
      { flag: 'banner', same: 7, different: 0, errors: 0, defaults: 0 },
    ])
  })

  it('keeps no context where contexts are not sampled', async () => {
    await sample(false)
    const one = { ...different({ targetingKey: 'ada', plan: 'pro' }), flag: 'teaser' }
    await send({ examples: [one, { ...one, flag: 'gone' }] })
    expect(await examples('teaser')).toMatchObject([
      { source: 'older', theirs: 'a', ours: 'b', context: null, unit: null },
    ])
  })

  it('keeps the digest of a key, and nothing that is personal; what becomes personal is forgotten, and who asks to be', async () => {
    const { api, project } = world
    await sample(true)
    await api.attributes.save.mutate({ project, name: 'email', type: 'string', personal: true })
    const heard: unknown = await (await send({})).json()
    expect(heard).toMatchObject({ sampling: { without: ['email'] } })
    await send({
      examples: [
        different(),
        different({ targetingKey: 'ada', plan: 'pro' }),
        different({ targetingKey: 'eve', email: 'eve@example.com' }),
      ],
    })
    const kept = await examples('hero')
    expect(kept.map(({ context }) => context)).toEqual(expect.arrayContaining([null, { plan: 'pro' }]))
    expect(JSON.stringify(kept)).not.toMatch(/ada|eve/)
    expect(kept.find(({ context }) => context !== null)?.unit).toMatch(/^[0-9a-f-]{36}$/)
    await api.attributes.save.mutate({ project, name: 'plan', type: 'string', personal: true })
    expect((await examples('hero')).map(({ context }) => context)).not.toContainEqual({ plan: 'pro' })
    await api.units.forget.mutate({ project, unit: 'ada' })
    expect((await examples('hero')).map(({ unit }) => unit)).toEqual([null])
  })

  it('keeps the newest examples of a flag, each once', async () => {
    const many = (from: number, count: number) =>
      Array.from({ length: count }, (_, at) => ({ flag: 'banner', theirs: at + from, ours: 'b' }))
    await send({ examples: many(0, limits.comparisonExamples) })
    await send({ examples: many(100, 5) })
    await send({ examples: many(100, 5) })
    const kept = (await examples('banner')).map(({ theirs }) => Number(theirs))
    expect(kept).toHaveLength(limits.comparisonExamples)
    expect(kept.slice(0, 5).sort((a, b) => a - b)).toEqual([100, 101, 102, 103, 104])
  })

  it.each([
    ['a count below zero', { flags: { hero: counts({ same: -1 }) } }],
    ['too many flags', { flags: Object.fromEntries(Array.from({ length: 1_001 }, (_, at) => [`f${at}`, counts({})])) }],
    ['too many examples', { examples: Array.from({ length: 101 }, () => different()) }],
    ['a long answer', { examples: [{ ...different(), theirs: 'x'.repeat(5_000) }] }],
    ['something else', { more: 1 }],
  ])('refuses %s', async (_, more) => {
    expect((await send(more)).status).toBe(400)
  })
})
