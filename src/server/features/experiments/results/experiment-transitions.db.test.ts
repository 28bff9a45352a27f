import { describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../../tests/support/database.ts'
import { experimentTableEvents } from '../../../../../tests/support/experiment-happenings.ts'
import {
  type ExperimentColumn,
  type ExperimentHappening,
  experimentColumns,
  experimentTransitions,
} from '../../../../../tests/support/experiment-transitions.ts'
import {
  anExperimentWorld,
  type ExperimentWorld,
  type SomeExperiment,
} from '../../../../../tests/support/experiment-world.ts'
import { refusalOf } from '../../../../../tests/support/refusal.ts'
import { readExperiment } from '../read-experiments.ts'

const { db } = await testDatabase(8)
const world = await anExperimentWorld(db)
// Safe cast: the keys of the table are the transitions.
const rows = Object.keys(experimentTransitions) as ExperimentHappening[]

/** The experiment's state, as a column of the table. */
async function columnOf({ team }: ExperimentWorld, { key }: SomeExperiment): Promise<ExperimentColumn> {
  const { state, proposed, run } = await readExperiment(team.viewer, { experiment: key })
  if (proposed !== null) return 'proposed'
  return state === 'running' && run?.over ? 'over' : state
}

/** Whether the experiment's state rejects it. A rejection has no effect, so the next one can reuse the experiment. */
const isRefused = (happening: ExperimentHappening, column: ExperimentColumn): boolean =>
  experimentTableEvents[happening].setup === undefined &&
  ['experiment/wrong-state', 'change/wrong-state'].includes(experimentTransitions[happening][column])

async function cell(
  of: ExperimentWorld,
  happening: ExperimentHappening,
  column: ExperimentColumn,
  kept?: SomeExperiment,
): Promise<string> {
  const { setup, happens } = experimentTableEvents[happening]
  const experiment = kept ?? (await of.anExperimentIn(column, setup))
  const follows = experimentTransitions[happening][column]
  if (follows.includes('/')) {
    const { code } = await refusalOf(happens(of, experiment))
    const still = await columnOf(of, experiment)
    return still === column ? code : `${code}, and it is ${still}`
  }
  await happens(of, experiment)
  if (follows === 'gone') {
    const left = await refusalOf(readExperiment(of.team.viewer, { experiment: experiment.key }))
    return left.code === 'experiment/not-found' ? 'gone' : left.code
  }
  // runs again: follow-up actions must be idempotent
  await of.pass(0)
  const after = await columnOf(of, experiment)
  return after === column ? '—' : after
}

describe('what happens to an experiment', () => {
  for (const column of experimentColumns) {
    it(`comes to what the table says where it is ${column}`, { timeout: 300_000 }, async () => {
      const [came, should]: Record<string, string>[] = [{}, {}]
      const kept = await world.anExperimentIn(column)
      for (const happening of rows.filter((one) => isRefused(one, column))) {
        Object.assign(should ?? {}, { [happening]: experimentTransitions[happening][column] })
        Object.assign(came ?? {}, { [happening]: await cell(world, happening, column, kept) })
      }
      await world.stopWhatRuns()
      for (const happening of rows.filter((one) => !isRefused(one, column))) {
        const its = experimentTableEvents[happening].ends ? await anExperimentWorld(db) : world
        Object.assign(should ?? {}, { [happening]: experimentTransitions[happening][column] })
        Object.assign(came ?? {}, { [happening]: await cell(its, happening, column) })
        await its.stopWhatRuns()
      }
      expect(came).toEqual(should)
    })
  }
})
