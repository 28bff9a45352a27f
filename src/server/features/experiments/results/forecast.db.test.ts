import { expect, it } from 'vitest'
import { testDatabase } from '../../../../../tests/support/database.ts'
import { anExperimentWorld, evenSetup } from '../../../../../tests/support/experiment-world.ts'
import { seeded } from '../../../../../tests/support/exposing-application.ts'
import { ExperimentSetup } from '../../../../shared/features/experiments/schemas/experiment.ts'
import { findRun } from '../../runs/queries.ts'
import { forecast } from './forecast.ts'

const { db } = await testDatabase()
const world = await anExperimentWorld(db)
const day = 24 * 3_600_000
const there = { ...world.there, measure: world.system.measure }
const setup = ExperimentSetup.parse({ ...evenSetup, secondary: ['revenue'], days: 14 })

it('nothing is foretold where nothing arrived', async () => {
  const { aDay, metrics } = await forecast(there, { setup })
  expect(aDay).toBe(0)
  expect(metrics).toMatchObject([
    { metric: 'bought', problem: expect.any(String) },
    { metric: 'revenue', problem: expect.any(String) },
  ])
})

it('from what arrived in two weeks it is said how long it takes and what is found, and a cap becomes a number', async () => {
  const flag = await world.aFlag()
  const chance = seeded(7)
  for (let at = 0; at < 14; at += 1) {
    // every user has `failed`, one in five buys within a day and pays a known amount
    const does = () => [
      'failed',
      ...(chance() < 0.2 ? ['bought', { event: 'paid', value: Math.floor(chance() * 100) + 1 }] : []),
    ]
    await world.serve(flag, 500, { does })
    await world.pass(day)
  }
  const { newUnits, aDay, metrics } = await forecast(there, { setup })
  expect(newUnits).toHaveLength(14)
  expect(newUnits.filter(({ units }) => units === 500).length).toBeGreaterThan(11)
  expect(aDay).toBe(500)
  const [bought, revenue] = metrics
  expect(bought?.mean).toBeCloseTo(0.2, 1)
  expect(bought?.variance).toBeCloseTo((bought?.mean ?? 0) * (1 - (bought?.mean ?? 0)), 10)
  // 7.85 (0.2 · 0.8 + 0.21 · 0.79) / 0.01² users per arm, 4.6 % more for the looks, at 250 a day, plus the window: 109
  // days
  expect(bought?.daysNeeded).toBe(112)
  expect(bought?.smallest.map(({ days }) => days)).toEqual([7, 14, 21, 28])
  expect(bought?.smallest[0]?.lift).toBeGreaterThan(bought?.smallest[3]?.lift ?? 1)
  expect(revenue?.mean).toBeCloseTo(10, 0)

  const { run } = await world.running({ secondary: ['revenue'] })
  const plan = (await findRun(db, world.team.ada.project, run))?.plan
  expect(plan).toMatchObject({
    unitsPlanned: 7_000,
    metrics: [
      { key: 'bought', version: 1, cap: null },
      // fewer than a thousand users paid within a day
      { key: 'revenue', version: 1, cap: null },
    ],
  })
  await world.serve(flag, 6_000, { does: () => ['failed', { event: 'paid', value: Math.floor(chance() * 100) + 1 }] })
  await world.pass(day / 24)
  const { run: capped } = await world.running({ secondary: ['revenue'] })
  const frozen = (await findRun(db, world.team.ada.project, capped))?.plan
  expect(frozen).toMatchObject({ metrics: [{ cap: null }, { cap: expect.any(Number) }] })
})
