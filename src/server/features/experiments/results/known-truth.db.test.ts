import { afterEach, describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../../tests/support/database.ts'
import {
  anExperimentWorld,
  type ExperimentWorld,
  type SomeExperiment,
} from '../../../../../tests/support/experiment-world.ts'
import { seeded, type UserEvents } from '../../../../../tests/support/exposing-application.ts'
import { decideExperiment } from '../../changes/decide-experiment.ts'
import { publishChange } from '../../changes/publish-change.ts'
import { readExperiment } from '../read-experiments.ts'
import { looksOf as readLooks, readLooksOfRun } from './queries.ts'
import { readResults } from './read-results.ts'
import { readUsersByDay } from './read-users-by-day.ts'

const { db } = await testDatabase()
const world = await anExperimentWorld(db)
const viewer = { ...world.team.viewer, measure: world.system.measure }
const day = 24 * 3_600_000

/** Users who buy with the probability of their variant. */
const buying =
  (off: number, on: number): UserEvents =>
  (variant, chance) =>
    chance() < (variant === 'on' ? on : off) ? ['bought'] : []

type Days = {
  days: number
  people?: number
  does: (day: number) => UserEvents
  silent?: (variant: string) => boolean
  seed?: number
}

/** Simulates days with a number of new users each at noon. Due looks are taken. */
async function live(
  of: ExperimentWorld,
  { flag }: SomeExperiment,
  { days, people = 400, does, silent, seed = 1 }: Days,
) {
  const chance = seeded(seed)
  for (let at = 0; at < days; at += 1) {
    await of.pass(day / 6)
    await of.serve(flag, people, { does: does(at), chance, ...(silent && { silent }) })
    await of.pass(day - day / 6)
  }
}

const looksOf = async ({ run }: SomeExperiment) =>
  (await readLooksOfRun(db, world.team.ada.project, run)).map(({ look }) => look)
const lastResult = async (one: SomeExperiment) => (await looksOf(one)).at(-1)?.results[0]

describe('an experiment whose truth is known', () => {
  afterEach(() => world.stopWhatRuns())

  it('finds an effect that is there, early where it is large, and says so at a look that stays', async () => {
    const one = await world.running()
    await live(world, one, { days: 15, does: () => buying(0.2, 0.3) })
    const looks = await looksOf(one)
    const decided = looks.find(({ results }) => results[0]?.decidedAt !== null)
    expect(decided).toMatchObject({ results: [{ metric: 'bought', arm: 'on', verdict: 'wins' }] })
    expect(decided?.number).toBeLessThan(14)
    const last = await lastResult(one)
    expect(last).toMatchObject({ verdict: 'wins', decidedAt: decided?.number })
    expect(last?.interval?.[0]).toBeLessThan(0.1)
    expect(last?.interval?.[1]).toBeGreaterThan(0.1)
    const { run } = await readExperiment(viewer, { experiment: one.key })
    expect(run).toMatchObject({ over: true, state: 'running' })

    const results = await readResults(viewer, { experiment: one.key })
    expect(results).toMatchObject({
      ...{ looks: looks.length, over: true, nextLookAt: null, samples: { off: false } },
      results: [{ verdict: 'wins', decidedAt: decided?.number }],
      maturity: [{ metric: 'bought', all: 5_600 }],
      slices: [],
    })
    expect(results.series).toMatchObject([{ metric: 'bought', arm: 'on', points: { length: looks.length } }])
    // At the time of a look, results equal that look. Between two looks, they are what was known by then.
    const [third, fourth] = [looks[2], looks[3]]
    const at = (ms: number) => readResults(viewer, { experiment: one.key, at: new Date(ms).toISOString() })
    const then = await at(third?.atMs ?? 0)
    expect(then).toMatchObject({ looks: 3, over: false, nextLookAt: new Date(fourth?.atMs ?? 0).toISOString() })
    expect(then.results).toEqual(third?.results)
    expect(then.series[0]?.points).toHaveLength(3)
    const between = await at((third?.atMs ?? 0) + day / 4)
    expect(between).toMatchObject({
      looks: 3,
      results: [{ units: 2 * (then.results[0]?.units ?? 0), decidedAt: null }],
    })
    expect(await at(0)).toMatchObject({ looks: 0, results: [{ verdict: 'too-early' }], samples: { observed: [0, 0] } })
    const people = await readUsersByDay(viewer, { experiment: one.key })
    expect(people).toMatchObject({ arms: ['off', 'on'], via: [{ via: 'server' }], crossed: [0, 0], robots: [0, 0] })
    expect(people.days).toHaveLength(14)
    expect(people.total).toEqual(results.samples.observed)
  })

  it('leaves alone what has no effect', async () => {
    const one = await world.running()
    await live(world, one, { days: 15, does: () => buying(0.2, 0.2), seed: 2 })
    expect(await lastResult(one)).toMatchObject({ verdict: 'not-decided', decidedAt: null })
  })

  it('is over when its planned time is, also where it is open-ended, and can be decided then', async () => {
    const one = await world.running({ mode: 'open-ended', days: 1 })
    const decide = () =>
      decideExperiment(world.team.ada, {
        ...{ experiment: one.key, what: 'nothing' as const, to: 'audience' as const, sentence: 'Nobody came.' },
      })
    await expect(decide()).rejects.toMatchObject({ code: 'experiment/wrong-state' })
    await world.pass(day)
    const { experiment, change } = await decide()
    expect(experiment).toMatchObject({ state: 'decided', run: { state: 'running', over: true } })
    // the change removes the rule that serves the arms
    await publishChange(world.team.publisher, { change: change ?? 0 })
    await world.pass(0)
    const after = await readExperiment(viewer, { experiment: one.key })
    expect(after).toMatchObject({ state: 'decided', run: { state: 'stopped', how: 'as-before' } })
  })

  it('reads the same of an open-ended run whose looks are not read whole', async () => {
    const one = await world.running({ mode: 'open-ended', days: 8 })
    await live(world, one, { days: 8, does: () => buying(0.2, 0.45), seed: 6 })
    const [project, { run }] = [world.team.ada.project, one]
    const whole = await looksOf(one)
    const read = await readLooks(db, project, { run, until: world.now(), isOpenEnded: true })
    expect(whole.length).toBeGreaterThan(4)
    expect(read.at(-1)).toEqual(whole.at(-1))
    const bare = (looks: typeof whole) => looks.map((look) => ({ ...look, results: [] }))
    expect(bare(read)).toEqual(bare(whole))
    expect(read.slice(0, -1).flatMap(({ results }) => results)).toEqual(
      whole.slice(0, -1).flatMap(({ results }) => results.filter(({ decidedAt }) => decidedAt !== null)),
    )
    const results = await readResults(viewer, { experiment: one.key })
    expect(results.results).toMatchObject([{ verdict: 'wins', decidedAt: expect.any(Number) }])
    expect(results.series[0]?.points.map(({ look }) => look)).toEqual(whole.map(({ number }) => number))
  })

  it('withholds its results where reports of one arm are lost', async () => {
    const one = await world.running()
    const chance = seeded(3)
    const silent = (variant: string) => variant === 'on' && chance() < 0.25
    await live(world, one, { days: 6, people: 600, does: () => buying(0.2, 0.5), silent })
    expect(await lastResult(one)).toMatchObject({ verdict: 'samples-off', decidedAt: null })
  })

  it('shows an effect that was of the first days', async () => {
    const one = await world.running()
    await live(world, one, {
      days: 15,
      people: 500,
      does: (at) => (at < 5 ? buying(0.2, 0.32) : buying(0.2, 0.2)),
      seed: 4,
    })
    const lifts = (await looksOf(one)).flatMap(({ results }) => results[0]?.lift ?? [])
    const [early, late] = [lifts[4] ?? 0, lifts.at(-1) ?? 0]
    expect(early).toBeGreaterThan(0.3)
    expect(late).toBeLessThan(early / 2)
  })
})
