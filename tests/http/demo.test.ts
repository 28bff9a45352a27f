import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { startDemo } from '../../src/server/commands/demo/demo.ts'
import { aFolder } from '../support/folder.ts'
import { aBrowser, testServer } from '../support/server.ts'

const dayMs = 24 * 3_600_000
const inShop = { project: 'shop' }
const there = { ...inShop, environment: 'production' }
const { server, url } = await testServer()
const folder = await aFolder('demo')
const { api } = aBrowser(url)

beforeAll(async () => {
  vi.spyOn(console, 'log').mockImplementation(() => undefined)
  await startDemo(server, folder, true)
  const { owner } = JSON.parse(await readFile(path.join(folder, 'demo.json'), 'utf8'))
  await api.account.signIn.mutate(owner)
})

describe('the demo', () => {
  it('has four people, and sixty days in which each of them did something', async () => {
    const members = await api.members.list.query(inShop)
    expect(members.map(({ user }) => user.name).sort()).toEqual(['Ingrid Dahl', 'Maya Lind', 'Oskar Berg', 'Priya Rao'])
    const { created } = await api.flags.get.query({ ...inShop, flag: 'basket-legacy' }).then(({ flag }) => ({
      created: Date.parse(flag.createdAt),
    }))
    expect((Date.now() - created) / dayMs).toBeGreaterThan(58)
    const { revisions } = await api.revisions.list.query({ ...there, limit: 100 })
    const instants = revisions.map(({ publishedAt }) => publishedAt)
    expect(instants).toEqual(instants.toSorted().reverse())
    expect(revisions.filter(({ change }) => change !== null).length).toBeGreaterThan(5)
  })

  it('has changes in every state that asks for somebody', async () => {
    const { changes } = await api.changes.list.query(inShop)
    const states = new Set(changes.map(({ state }) => state))
    expect(states).toEqual(new Set(['applied', 'in-review', 'changes-requested', 'conflicted', 'scheduled']))
    const mine = await api.changes.inbox.query()
    expect(JSON.stringify(mine)).toContain('Nordic launch to 60%')
  })

  it('keeps its promises, and can say who is affected', async () => {
    const promises = await api.promises.list.query(inShop)
    expect(promises.length).toBeGreaterThan(1)
    for (const { states } of promises) for (const { state } of states) expect(state.state).toBe('kept')
    const { contexts } = await api.contexts.recent.query(there)
    expect(contexts.length).toBeGreaterThan(1_500)
    expect(JSON.stringify(contexts)).not.toContain('@')
  })

  it('has evaluations that follow what was published, and flags that are to be removed', async () => {
    const usage = await api.insights.usage.query({
      ...inShop,
      flag: 'reviews',
      environment: 'production',
      range: 'day',
    })
    const count = (variant: string) =>
      usage.series.find((one) => one.variant === variant)?.counts.reduce<number>((sum, n) => sum + (n ?? 0), 0) ?? 0
    // About four hundred visitors, with another salt each time.
    expect(Math.abs(count('on') / usage.total - 0.6)).toBeLessThan(0.13)
    // Every flag evaluated, including those that read addresses and versions.
    const checkout = await api.insights.usage.query({ ...there, flag: 'checkout-v2', range: 'month' })
    expect(new Set(checkout.series.map(({ variant }) => variant))).toEqual(new Set(['off', 'on']))
    const { flags } = await api.insights.states.query(inShop)
    expect(flags.filter(({ state }) => state === 'stale').map(({ flag }) => flag)).toContain('returns-portal')
  })

  it('has a ramp under way by its guards, and one that a guard undid', async () => {
    const { ramps } = await api.ramps.list.query(inShop)
    expect(ramps.map(({ flag, state }) => [flag, state])).toEqual([
      ['one-page-checkout', 'running'],
      ['recommendations-v2', 'rolled-back'],
    ])
    const [open, undone] = ramps
    expect(open).toMatchObject({ step: 1, held: null })
    expect(undone?.why).toContain('more than chance explains')
    for (const { number } of ramps) {
      const { looks } = await api.ramps.looks.query({ ...inShop, ramp: number })
      expect(looks.length).toBeGreaterThan(2)
      expect(looks.map(({ at }) => at)).toEqual(looks.map(({ at }) => at).toSorted())
      expect(looks.at(-1)?.reports?.treatment).toBeGreaterThan(20)
    }
    const { revisions } = await api.revisions.list.query({ ...there, limit: 100 })
    const instants = revisions.map(({ publishedAt }) => publishedAt)
    expect(instants).toEqual(instants.toSorted().reverse())
  })

  it('has an experiment that found an effect and goes on, and one whose winner was shipped', async () => {
    const { experiments } = await api.experiments.list.query(inShop)
    expect(experiments.map(({ key, state, run }) => [key, state, run?.state])).toEqual([
      ['fresh-first', 'running', 'running'],
      ['pay-now', 'decided', 'stopped'],
    ])
    const { document } = (await api.flags.get.query({ ...inShop, flag: 'pay-button' })).heads['production'] ?? {}
    expect(document).toMatchObject({ rules: [], otherwise: { variant: 'pay-now' } })
    for (const { key: experiment } of experiments) {
      const { results, samples, guards } = await api.experiments.results.query({ ...inShop, experiment })
      expect(samples.off).toBe(false)
      expect(guards.filter(({ state }) => state === 'against')).toEqual([])
      const verdictOf = (metric: string) => results.find((one) => one.metric === metric)?.verdict
      // The salts differ each time, but the result is certain anyway.
      expect(verdictOf('customers-who-order')).toBe('wins')
      expect(verdictOf('customers-with-a-basket')).toBe('no-worse')
    }
  })

  it('has events and metrics that show something', async () => {
    const intake = await api.events.intake.query({ ...inShop, event: 'order-placed' })
    expect(intake.flatMap(({ hours }) => hours).reduce((sum, { count }) => sum + count, 0)).toBeGreaterThan(500)
    const metrics = await api.metrics.list.query(inShop)
    expect(metrics.map(({ key }) => key)).toContain('customers-who-order')
  })

  it('is furnished once: another start tells the same sign-in, and an installation in use stays as it is', async () => {
    const before = await readFile(path.join(folder, 'demo.json'), 'utf8')
    await startDemo(server, folder, true)
    expect(await readFile(path.join(folder, 'demo.json'), 'utf8')).toBe(before)
    const other = await aFolder('other')
    await startDemo(server, other, true)
    await expect(readFile(path.join(other, 'demo.json'))).rejects.toThrow('ENOENT')
  })
})
