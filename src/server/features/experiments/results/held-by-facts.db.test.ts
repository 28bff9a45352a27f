import { expect, it } from 'vitest'
import { aWarehouseQueryOf } from '../../../../../tests/support/a-warehouse-query.ts'
import { testDatabase } from '../../../../../tests/support/database.ts'
import { anExperimentWorld } from '../../../../../tests/support/experiment-world.ts'
import { seeded } from '../../../../../tests/support/exposing-application.ts'
import { freshness } from '../../sources/freshness.ts'
import { readLooksOfRun } from './queries.ts'
import { readResults } from './read-results.ts'

const day = 24 * 3_600_000
const { db } = await testDatabase()

it('an experiment that measures by a fact waits for it: it decides nothing meanwhile, and the same afterwards', async () => {
  const world = await anExperimentWorld(db)
  const { team, there, pass, now, serve, running } = world
  const place = { projectId: team.ada.project.id, environmentId: there.environment.id, event: 'bought' }
  const one = await running({ guards: [{ metric: 'failures', then: 'stop' }] })
  const looks = async () => (await readLooksOfRun(db, team.ada.project, one.run)).length
  const results = () => readResults({ ...team.viewer, measure: world.system.measure }, { experiment: one.key })
  await pass(day / 6)
  await serve(one.flag, 400, {
    does: (variant, chance) => (chance() < (variant === 'on' ? 0.9 : 0.1) ? ['bought'] : []),
    chance: seeded(3),
  })
  const fact = await aWarehouseQueryOf(db, place, now())
  await pass(4 * day)
  expect(await looks()).toBe(0)
  expect(await results()).toMatchObject({ late: 'bought is 4 days old.', results: [{ verdict: 'too-early' }, {}] })
  await fact.readUntil(now())
  await pass(3_600_000)
  expect(await looks()).toBe(1)
  expect(await results()).toMatchObject({ late: null, results: [{ verdict: 'wins' }, {}] })
  // an archived fact keeps its last complete time
  await fact.archive(now())
  const before = await looks()
  await pass(3 * day)
  expect(await looks()).toBe(before)
  expect((await results()).late).toMatch(/^bought is .* old\.$/)
})

it('an experiment waits for exposures that are read of a table, and a ramp in the same environment does not', async () => {
  const world = await anExperimentWorld(db)
  const { team, there, pass, now, serve, running } = world
  const place = { projectId: team.ada.project.id, environmentId: there.environment.id, event: null }
  const one = await running()
  await pass(day / 6)
  const fact = await aWarehouseQueryOf(db, place, now())
  await serve(one.flag, 400, {
    does: (variant, chance) => (chance() < (variant === 'on' ? 0.9 : 0.1) ? ['bought'] : []),
    chance: seeded(3),
  })
  await pass(4 * day)
  const looks = async () => (await readLooksOfRun(db, team.ada.project, one.run)).length
  expect(await looks()).toBe(0)
  expect((await readResults({ ...team.viewer, measure: world.system.measure }, { experiment: one.key })).late).toBe(
    'Exposures are 4 days old.',
  )
  const since = new Date(now().getTime() - 4 * day)
  const needed = { events: ['bought'], exposures: false }
  expect((await freshness(world.system, there.environment.id, needed, since)).late).toBeNull()
  await fact.readUntil(now())
  await pass(3_600_000)
  expect(await looks()).toBe(1)
})
