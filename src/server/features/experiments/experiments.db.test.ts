import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../tests/support/database.ts'
import { anExperimentWorld, type SomeExperiment } from '../../../../tests/support/experiment-world.ts'
import { refusalOf } from '../../../../tests/support/refusal.ts'
import { headIn } from '../../../../tests/support/team.ts'
import { sizeOf } from '../../../shared/features/experiments/layer-ranges.ts'
import { MetricDefinition } from '../../../shared/features/metrics/schemas/metric.ts'
import type { FlagDocument } from '../../../shared/schemas/flag.ts'
import { inTransaction } from '../../platform/kernel/ctx.ts'
import { decideExperiment } from '../changes/decide-experiment.ts'
import { editChange } from '../changes/edit-change.ts'
import { proposeExperiment } from '../changes/propose-experiment.ts'
import { proposeShareIncrease } from '../changes/propose-share-increase.ts'
import { publishChange } from '../changes/publish-change.ts'
import { readChange } from '../changes/read-change.ts'
import { withdrawChange } from '../changes/withdraw-change.ts'
import { archiveFlag } from '../flags/archive-flag.ts'
import { restoreFlag } from '../flags/restore-flag.ts'
import { createMetric } from '../metrics/create-metric.ts'
import { archiveExperiment } from './archive-experiment.ts'
import { editExperiment } from './edit-experiment.ts'
import { lockExperimentWithEnvironment } from './experiment-ctx.ts'
import { createLayer, listLayers, removeLayer } from './layers/layers.ts'
import { lockExperiment } from './queries.ts'
import { listExperiments, readExperiment } from './read-experiments.ts'
import { stopExperiment } from './stop-experiment.ts'

const { db } = await testDatabase()
const world = await anExperimentWorld(db)
const { team } = world
const project = team.key

describe('an experiment', () => {
  it('goes from a draft to what was decided, and runs again', async () => {
    const draft = await world.draft()
    expect(await readExperiment(team.ada, { experiment: draft.key })).toMatchObject({ state: 'draft', run: null })
    const proposed = await world.propose(draft)
    expect(await readExperiment(team.ada, { experiment: draft.key })).toMatchObject({
      state: 'draft',
      proposed: proposed.change,
      can: { edit: expect.stringContaining(`waits for change ${proposed.change}`), stop: expect.any(String) },
    })
    await world.apply(proposed)
    const own = { id: `run-${proposed.run}`, run: proposed.run, when: true }
    expect((await headIn(team.ada, draft.flag)).document.rules).toMatchObject([own])
    const started = await readExperiment(team.ada, { experiment: draft.key })
    expect(started).toMatchObject({ state: 'running', run: { run: proposed.run, state: 'running', over: false } })
    await expect(decide(draft.key, 'keep')).rejects.toMatchObject({ code: 'experiment/wrong-state' })

    await stopExperiment(team.publisher, { experiment: draft.key, how: 'as-it-is', why: 'Enough' })
    expect((await headIn(team.ada, draft.flag)).document.rules).toEqual([expect.not.objectContaining({ run: 1 })])
    // the shipped arm must be named and belong to the experiment
    for (const arm of [undefined, 'blue'])
      expect(await refusalOf(decide(draft.key, 'ship', arm))).toMatchObject({
        code: 'experiment/invalid',
        details: { problems: [{ path: 'arm', problem: arm ? 'the run had no arm blue' : 'it is missing' }] },
      })
    const { change, experiment } = await decide(draft.key, 'ship', 'on')
    expect(experiment).toMatchObject({ state: 'decided', decision: { what: 'ship', arm: 'on', change } })
    await publishChange(team.publisher, { change: change ?? 0 })
    expect((await headIn(team.ada, draft.flag)).document).toMatchObject({ rules: [], otherwise: { variant: 'on' } })

    const again = await world.propose(draft, 'again')
    await world.apply(again)
    expect(again.run).toBeGreaterThan(proposed.run)
    const ran = await readExperiment(team.ada, { experiment: draft.key })
    expect(ran).toMatchObject({ state: 'running', decision: null, runs: [{ run: again.run }, { run: proposed.run }] })
    await stopExperiment(team.publisher, { experiment: draft.key, how: 'as-before', why: '' })
    expect((await headIn(team.ada, draft.flag)).document.rules).toEqual([])
    expect(await decide(draft.key, 'nothing')).toMatchObject({ change: null })
    await archiveExperiment(team.ada, { experiment: draft.key })
    expect((await listExperiments(team.viewer, { project, limit: 50 })).experiments).toEqual([])
    const actions = (await readExperiment(team.viewer, { experiment: draft.key })).events.map(({ action }) => action)
    expect(actions).toEqual(
      ['create', 'propose', 'start', 'stop', 'decide', 'propose', 'start', 'stop', 'decide', 'archive'].map(
        (act) => `experiment.${act}`,
      ),
    )
  })

  it('names each field of a setup that does not fit', async () => {
    const refused = world.draft({
      arms: [
        { variant: 'off', weight: 1 },
        { variant: 'gone', weight: 49_999 },
        // `constructor` must work like any other name
        { variant: 'constructor', weight: 50_000 },
      ],
      primary: ['no'],
    })
    await expect(refused).rejects.toMatchObject({
      code: 'experiment/invalid',
      details: {
        problems: [{ path: 'setup.arms[1].variant' }, { path: 'setup.arms[2].variant' }, { path: 'setup.primary[0]' }],
      },
    })
  })

  it('is no longer than events are kept, where a percentile is found among all of them', async () => {
    const definition = MetricDefinition.parse({
      ...{ name: 'Large', better: 'more', from: 'anyone', window: { length: 'P7D' } },
      measure: { kind: 'quantile', of: { event: 'paid' }, at: 0.95, each: 'unit' },
    })
    await createMetric(team.ada, { key: 'large', definition })
    await expect(world.draft({ primary: ['large'], days: 38 })).rejects.toMatchObject({
      code: 'experiment/invalid',
      details: { problems: [{ path: 'setup.primary[0]', expected: expect.stringContaining('at most 37 days') }] },
    })
    await expect(world.draft({ primary: ['large'], days: 37 })).resolves.toMatchObject({ flag: expect.any(String) })
  })

  it('is edited as a draft by editors, not by viewers, and not while it runs', async () => {
    const draft = await world.draft()
    const setup = { ...(await readExperiment(team.ada, { experiment: draft.key })).setup, days: 7 }
    const edited = await editExperiment(team.ada, { project, experiment: draft.key, name: 'Other', setup })
    expect(edited).toMatchObject({ name: 'Other', setup: { days: 7 } })
    const untouched = { name: 'Other', events: edited.events }
    expect(await editExperiment(team.ada, { project, experiment: draft.key })).toMatchObject(untouched)
    const byViewer = editExperiment(team.viewer, { project, experiment: draft.key, name: 'Mine' })
    await expect(byViewer).rejects.toMatchObject({ code: 'auth/forbidden' })
    await world.apply(await world.propose(draft))
    const running = editExperiment(team.ada, { project, experiment: draft.key, setup })
    await expect(running).rejects.toMatchObject({ code: 'experiment/wrong-state' })
  })

  it('is not where another one, or a ramp, is of the same flag', async () => {
    const one = await world.running()
    const other = await world.propose(await world.draft({}, one.flag))
    await expect(world.apply(other)).rejects.toMatchObject({ code: 'run/overlaps' })
  })

  it('starts while somebody acts on it: whoever comes second waits, and neither stands in the way of the other', async () => {
    const draft = await world.draft()
    const proposed = await world.propose(draft)
    await inTransaction(team.ada, async (tx) => {
      await lockExperiment(tx.db, tx.project, draft.key)
      const started = world.apply(proposed)
      started.catch(() => undefined)
      const waits = sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
        where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`
      while (((await waits.execute(db)).rows[0]?.count ?? 0) === 0) await new Promise(setImmediate)
      await lockExperimentWithEnvironment(tx, draft.key)
      return { started }
    }).then(({ started }) => started)
    expect(await readExperiment(team.ada, { experiment: draft.key })).toMatchObject({ state: 'running' })
  })

  it('starts where it was planned: its change keeps the rule in its flag and environment', async () => {
    const draft = await world.draft()
    const { change } = await world.propose(draft)
    const { version, entries } = await readChange(team.ada, { change })
    // the change contains the experiment's flag
    const document = entries[0]?.document as FlagDocument
    const elsewhere = [{ kind: 'flag' as const, key: draft.flag, document, environment: 'staging', base: 0 }]
    await expect(editChange(team.ada, { project, change, version, entries: elsewhere })).rejects.toMatchObject({
      code: 'experiment/invalid',
      details: { problems: [{ path: 'entries' }] },
    })
  })

  it('ends with its flag, which comes back as it served and is measured no more', async () => {
    for (const asItWas of [true, false]) {
      const { key, flag, run } = await world.running()
      await archiveFlag(team.ada, { flag })
      await world.pass(1_000)
      expect(await readExperiment(team.ada, { experiment: key })).toMatchObject({ state: 'stopped' })
      await restoreFlag(team.ada, { flag, asItWas })
      const { document } = await headIn(team.ada, flag)
      expect(document).toMatchObject({ on: asItWas, rules: [{ id: `run-${run}` }] })
      expect(document.rules[0]).not.toHaveProperty('run')
    }
  })

  it('is started on a revision that there is', async () => {
    const input = { experiment: (await world.draft()).key, base: 1_000, message: '' }
    const started = proposeExperiment({ ...team.ada, measure: world.system.measure }, 'start', input)
    await expect(started).rejects.toMatchObject({ code: 'request/invalid', details: { problems: [{ path: 'base' }] } })
  })

  it('is started by one of two who start it at once', async () => {
    const draft = await world.draft()
    const starts = [0, 1].map(() => world.propose(draft).then(Boolean, ({ code }: { code: string }) => code))
    expect(new Set(await Promise.all(starts))).toEqual(new Set([true, 'experiment/wrong-state']))
  })

  it('is withdrawn with its change, and can be started anew', async () => {
    const draft = await world.draft()
    const proposed = await world.propose(draft)
    await withdrawChange(team.ada, { change: proposed.change })
    expect(await readExperiment(team.ada, { experiment: draft.key })).toMatchObject({
      ...{ state: 'draft', proposed: null },
      runs: [{ state: 'withdrawn' }],
    })
    await world.apply(await world.propose(draft))
  })
})

describe('a larger share', () => {
  const grow = async ({ key, flag }: SomeExperiment, share: number) =>
    proposeShareIncrease(team.ada, { experiment: key, share, base: (await headIn(team.ada, flag)).base, message: '' })

  it('is a change that moves nobody, and is told in the history of the experiment', async () => {
    const one = await world.running({ share: 20_000 })
    await expect(grow(one, 20_000)).rejects.toMatchObject({
      code: 'experiment/invalid',
      details: { problems: [{ path: 'share', expected: expect.stringContaining('larger') }] },
    })
    const before = await world.serve(one.flag, 400)
    const { number, title } = await grow(one, 100_000)
    expect(title).toMatch(/100% take part$/)
    // nothing changes until the change is published
    expect(await readExperiment(team.ada, { experiment: one.key })).toMatchObject({ setup: { share: 20_000 } })
    await publishChange(team.publisher, { change: number })
    await world.pass(0)
    const grown = await readExperiment(team.ada, { experiment: one.key })
    expect(grown).toMatchObject({ state: 'running', setup: { share: 100_000 }, runs: [{ setup: { share: 100_000 } }] })
    expect(grown.events.at(-1)).toMatchObject({
      action: 'experiment.grow',
      run: one.run,
      why: expect.stringMatching(/^20% → 100%: /),
    })
    const after = await world.serve(one.flag, 400)
    expect((after['on'] ?? 0) + (after['off'] ?? 0)).toBe(400)
    expect((before['on'] ?? 0) + (before['off'] ?? 0)).toBeLessThan(140)
  })

  it('takes of a layer what is free there, and gives back what a growth took that is withdrawn', async () => {
    await createLayer(team.ada, { project, key: 'filters', name: 'Filters', by: null })
    const one = await world.running({ layer: 'filters', share: 30_000 })
    await world.running({ layer: 'filters', share: 40_000 })
    await expect(grow(one, 70_000)).rejects.toMatchObject({
      code: 'layer/full',
      details: { room: 30_000, share: 40_000 },
    })
    const held = async () => {
      const layer = (await listLayers(team.ada)).find(({ key }) => key === 'filters')
      return sizeOf(layer?.held.filter(({ experiment }) => experiment === one.key) ?? [])
    }
    const { number } = await grow(one, 50_000)
    expect(await held()).toBe(50_000)
    await withdrawChange(team.ada, { change: number })
    expect(await held()).toBe(30_000)
    const again = await grow(one, 60_000)
    await publishChange(team.publisher, { change: again.number })
    await world.pass(0)
    expect(await readExperiment(team.ada, { experiment: one.key })).toMatchObject({
      state: 'running',
      setup: { share: 60_000 },
    })
    expect(await held()).toBe(60_000)
  })
})

describe('a layer', () => {
  it('gives its experiments stretches that do not overlap, as long as there is room', async () => {
    await createLayer(team.ada, { project, key: 'checkout', name: 'Checkout', by: null })
    const flag = await world.aFlag()
    const one = await world.running({ layer: 'checkout', share: 60_000 }, flag)
    const two = await world.running({ layer: 'checkout', share: 40_000 }, flag)
    const full = world.propose(await world.draft({ layer: 'checkout', share: 1 }))
    await expect(full).rejects.toMatchObject({ code: 'layer/full', details: { room: 0 } })
    await expect(removeLayer(team.ada, { layer: 'checkout' })).rejects.toMatchObject({ code: 'layer/in-use' })
    const [layer] = await listLayers(team.viewer)
    expect(layer?.held).toEqual([
      { environment: 'production', run: one.run, experiment: one.key, from: 0, to: 60_000 },
      { environment: 'production', run: two.run, experiment: two.key, from: 60_000, to: 100_000 },
    ])
    await stopExperiment(team.publisher, { experiment: one.key, how: 'as-before', why: '' })
    await world.running({ layer: 'checkout', share: 50_000 })
  })

  it('is made once, however many make it at once', async () => {
    const make = () => createLayer(team.ada, { project, key: 'search', name: 'Search', by: null })
    const all = await Promise.allSettled([make(), make(), make()])
    const refused = all.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
    expect(refused).toMatchObject([{ code: 'layer/key-taken' }, { code: 'layer/key-taken' }])
  })

  it('is held until the rule is gone that serves on, whatever was decided', async () => {
    await createLayer(team.ada, { project, key: 'basket', name: 'Basket', by: null })
    const one = await world.running({ layer: 'basket', share: 60_000 })
    await stopExperiment(team.publisher, { experiment: one.key, how: 'as-it-is', why: '' })
    const { change } = await decide(one.key, 'keep')
    const next = await world.draft({ layer: 'basket', share: 60_000 })
    await expect(world.propose(next)).rejects.toMatchObject({ code: 'layer/full', details: { room: 40_000 } })
    await publishChange(team.publisher, { change: change ?? 0 })
    expect((await listLayers(team.viewer)).find(({ key }) => key === 'basket')?.held).toEqual([])
    await world.propose(next)
    await archiveExperiment(team.ada, { experiment: one.key })
    const basket = (await listLayers(team.viewer)).find(({ key }) => key === 'basket')
    expect(basket?.held).toMatchObject([{ experiment: next.key, from: 0, to: 60_000 }])
  })
})

const decide = (experiment: string, what: 'ship' | 'keep' | 'nothing', arm?: string) =>
  decideExperiment(team.ada, {
    ...{ experiment, what, to: 'everyone' as const, sentence: 'More people finish.' },
    ...(arm !== undefined && { arm }),
  })
