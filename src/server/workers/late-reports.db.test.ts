import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { testDatabase } from '../../../tests/support/database.ts'
import { anExperimentWorld } from '../../../tests/support/experiment-world.ts'
import { seeded } from '../../../tests/support/exposing.ts'
import { readResults } from '../domain/results/read-results.ts'
import { Intake } from '../domain/telemetry/intake.ts'
import { postgresql } from '../measure/postgresql/store.ts'
import { Ramps } from './ramps.ts'

const { db } = await testDatabase(8)
const [minute, day] = [60_000, 24 * 3_600_000]
const graceMs = 10 * minute

it('a server that comes back after the end of a run waits for the reports that programs kept', async () => {
  const world = await anExperimentWorld(db)
  const { team, now, system } = world
  const one = await world.running({ days: 1 })
  const results = () => readResults({ ...team.viewer, measure: system.measure }, { experiment: one.key })
  const begin = now()
  // nothing is counted while the server is away: no look is taken, and its programs keep what they would report
  world.wait(3 * day)
  const intake = new Intake(db, postgresql, system.vault, now)
  let rounds = 0
  const worker = new Ramps(
    system,
    true,
    () => true,
    () => {
      rounds += 1
      return intake.takesReportsFor(graceMs)
    },
  )
  worker.start()
  await expect.poll(() => rounds).toBeGreaterThan(1)
  expect(await results()).toMatchObject({ looks: 0, over: false })
  // the kept batches arrive within the grace, with the times at which things happened
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

it('an intake counts from the last report that it could not store', async () => {
  const { there, vault, now, wait } = await anExperimentWorld(db)
  const away = { ...postgresql, put: () => Promise.reject(new Error('the store is away')) }
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
