import { expect, it } from 'vitest'
import { testDatabase } from '../../../../tests/support/database.ts'
import { anExperimentWorld } from '../../../../tests/support/experiment-world.ts'
import { aRampWorld } from '../../../../tests/support/ramp-world.ts'
import { servesHalf } from '../../../../tests/support/team.ts'
import { RunScheduler } from './run-scheduler.ts'

const { db } = await testDatabase(8)
const day = 24 * 60 * 60_000

const runs = () => db.selectFrom('experimentRun').select(['state', 'looks']).orderBy('experimentId').execute()
const ramps = () => db.selectFrom('ramp').select(['step', 'looks', 'state']).execute()

// Each world is checked while the other is idle.
it('looks at experiments and follows their flags where no ramp is open, and takes steps and looks where no experiment runs', async () => {
  const experiments = await anExperimentWorld(db)
  await experiments.running()
  const { flag } = await experiments.running()
  experiments.wait(2 * day)
  const first = new RunScheduler(experiments.system, true)
  first.start()
  await expect.poll(runs).toEqual(Array(2).fill({ state: 'running', looks: 1 }))
  await experiments.publishes(flag, (document) => ({ ...servesHalf(document), on: false }))
  await expect.poll(async () => (await runs()).map(({ state }) => state)).toEqual(['running', 'stopped'])
  await experiments.stopWhatRuns()
  await first.close()

  const world = await aRampWorld(db)
  await world.aRampIn('running', { guards: [{ verdict: 'gate', then: 'pause' }] })
  world.morning()
  const second = new RunScheduler(world.system, true)
  second.start()
  await expect.poll(ramps).toMatchObject([{ step: 1, looks: expect.toSatisfy((looks: number) => looks > 0) }])
  await second.close()
})
