import { createHash, randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { testDatabase } from '../../../../tests/support/database.ts'
import { anExperimentWorld } from '../../../../tests/support/experiment-world.ts'
import { seeded, type UserEvents } from '../../../../tests/support/exposing-application.ts'
import { checkReport } from '../../../shared/features/experiments/check-report.ts'
import { analyseDueRuns } from '../../features/experiments/results/analyse-due-runs.ts'
import { readLooksOfRun } from '../../features/experiments/results/queries.ts'
import { readReport } from '../../features/experiments/results/read-report.ts'
import { readResults } from '../../features/experiments/results/read-results.ts'
import { readActiveRuns } from '../../features/runs/queries.ts'
import { Intake } from '../../features/usage/intake.ts'
import { postgresqlStore } from '../event-store/postgresql/store.ts'
import { RunScheduler } from './run-scheduler.ts'

const { db } = await testDatabase(8)
const [minute, day] = [60_000, 24 * 3_600_000]
const graceMs = 10 * minute

it('a server that comes back after the end of a run waits for the reports that programs kept', async () => {
  const world = await anExperimentWorld(db)
  const { team, now, system } = world
  const one = await world.running({ days: 1 })
  const results = () => readResults({ ...team.viewer, measure: system.measure }, { experiment: one.key })
  const begin = now()
  // Nothing is counted while the server is down: there is no analysis, and SDKs buffer their reports.
  world.wait(3 * day)
  const intake = new Intake(db, postgresqlStore, system.vault, now)
  let rounds = 0
  const worker = new RunScheduler(system, true, () => true, {
    ms: 0,
    isOver: () => {
      rounds += 1
      return intake.takesReportsFor(graceMs)
    },
  })
  worker.start()
  await expect.poll(() => rounds).toBeGreaterThan(1)
  expect(await results()).toMatchObject({ looks: 0, over: false })
  // The buffered batches arrive within the grace period, with their original timestamps.
  const elapsed = now().getTime() - begin.getTime()
  world.wait(day / 6 - elapsed)
  await world.serve(one.flag, 400, {
    does: (variant, chance) => (chance() < (variant === 'on' ? 0.9 : 0.1) ? ['bought'] : []),
    chance: seeded(3),
  })
  world.wait(elapsed - day / 6)
  world.wait(graceMs - 1)
  const before = rounds
  await expect.poll(() => rounds).toBeGreaterThan(before + 1)
  expect((await results()).looks).toBe(0)
  world.wait(1)
  await expect.poll(async () => (await results()).over).toBe(true)
  expect(await results()).toMatchObject({ results: [{ verdict: 'wins', units: 400 }] })
  await worker.close()
  await world.stopWhatRuns()
})

it('20,000 users whose reports arrive after the last look are counted, in it and in its verdict', async () => {
  const world = await anExperimentWorld(db)
  const { team, system } = world
  const one = await world.running({ days: 1 })
  const viewer = { ...team.viewer, measure: system.measure }
  const results = () => readResults(viewer, { experiment: one.key })
  const serve = (count: number, chance: number) =>
    world.serve(one.flag, count, {
      does: (variant, next) => (next() < (variant === 'on' ? chance : 0.1) ? ['bought'] : []),
      chance: seeded(3),
    })
  const look = () => analyseDueRuns(system, graceMs)
  world.wait(day / 6)
  await serve(400, 0.1)
  world.wait(3 * day)
  await look()
  expect(await results()).toMatchObject({ looks: 1, over: true, results: [{ verdict: 'not-decided', units: 400 }] })
  // An application that was offline sends its buffered events, with their original timestamps.
  world.wait(-3 * day)
  await serve(20_000, 0.2)
  world.wait(3 * day + graceMs - 1)
  await look()
  expect((await results()).results).toMatchObject([{ units: 400 }])
  world.wait(1)
  // Several servers may recount at once: it happens only once.
  await Promise.all([look(), look(), look()])
  const found = await results()
  expect(found).toMatchObject({ looks: 1, over: true, results: [{ verdict: 'wins', decidedAt: 1, units: 20_400 }] })
  const [kept] = await readLooksOfRun(db, team.ada.project, one.run)
  expect(kept?.look.results).toMatchObject([{ verdict: 'wins', units: 20_400 }])
  expect(kept?.people.reduce((sum, { n }) => sum + n, 0)).toBe(20_400)
  const report = await readReport(viewer, { experiment: one.key })
  expect(checkReport(report, (text) => createHash('sha256').update(text).digest('hex'))).toEqual([])
  const recounts = await db.selectFrom('event').select('after').where('action', '=', 'experiment.recount').execute()
  expect(recounts).toMatchObject([{ after: { before: 400, after: 20_400 } }])
  // After that the cohorts are final.
  world.wait(-3 * day - graceMs)
  await serve(100, 0.2)
  world.wait(3 * day + 3 * graceMs)
  await look()
  expect((await results()).results).toMatchObject([{ units: 20_400 }])
  await world.stopWhatRuns()
})

it('a recount without late reports changes nothing, and one of a run that was stopped goes on', async () => {
  const world = await anExperimentWorld(db)
  const { team, system } = world
  const viewer = { ...team.viewer, measure: system.measure }
  const one = await world.running({ days: 3 })
  const look = () => analyseDueRuns(system, graceMs)
  const stored = async () => ({
    looks: await readLooksOfRun(db, team.ada.project, one.run),
    cohorts: await db.selectFrom('cohort').selectAll().where('run', '=', one.run).execute(),
  })
  world.wait(day / 6)
  const does: UserEvents = (_, chance) => (chance() < 0.3 ? ['bought'] : [])
  await world.serve(one.flag, 200, { does, chance: seeded(4) })
  world.wait(3 * day)
  await look()
  const before = await stored()
  expect(before.cohorts.length).toBeGreaterThan(0)
  world.wait(graceMs)
  await look()
  expect(await stored()).toEqual(before)
  world.wait(day)
  await look()
  await world.stopWhatRuns()
  const counted = (await readResults(viewer, { experiment: one.key })).results[0]?.units
  world.wait(-2 * day)
  await world.serve(one.flag, 50, { does, chance: seeded(5) })
  world.wait(2 * day + graceMs)
  expect(await readActiveRuns(db)).toMatchObject({ experiments: true })
  await look()
  expect(await readActiveRuns(db)).toMatchObject({ experiments: false })
  expect((await readResults(viewer, { experiment: one.key })).results[0]?.units).toBeGreaterThanOrEqual(counted ?? 0)
})

it('an intake counts from the last report that it could not store', async () => {
  const { there, vault, now, wait } = await anExperimentWorld(db)
  const away = { ...postgresqlStore, put: () => Promise.reject(new Error('the store is away')) }
  const intake = new Intake(db, away, vault, now)
  expect(intake.takesReportsFor(graceMs)).toBe(false)
  wait(graceMs)
  expect(intake.takesReportsFor(graceMs)).toBe(true)
  const event = { event: 'bought', unit: 'u', at: now().toISOString() }
  const batch = {
    batch: randomUUID(),
    sentAt: now().toISOString(),
    sdk: 'x',
    dropped: 0,
    exposures: [],
    events: [event],
  }
  const sender = { environmentId: there.environment.id, via: 'server' as const, sees: () => true }
  await expect(intake.record(sender, batch)).rejects.toThrow('the store is away')
  expect(intake.takesReportsFor(graceMs)).toBe(false)
  wait(graceMs)
  expect(intake.takesReportsFor(graceMs)).toBe(true)
})
