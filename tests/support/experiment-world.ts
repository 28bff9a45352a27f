import type { Db } from '../../src/server/db/pool.ts'
import { proposeExperiment } from '../../src/server/domain/changes/propose-experiment.ts'
import { publishChange } from '../../src/server/domain/changes/publish-change.ts'
import { saveEvent } from '../../src/server/domain/events/save-event.ts'
import { createExperiment } from '../../src/server/domain/experiments/create-experiment.ts'
import { createMetric } from '../../src/server/domain/metrics/create-metric.ts'
import { createVault } from '../../src/server/kernel/vault.ts'
import { ExperimentSetup } from '../../src/shared/schemas/experiment.ts'
import type { FlagDocument } from '../../src/shared/schemas/flag.ts'
import { MetricDefinition } from '../../src/shared/schemas/metric.ts'
import { exposing } from './exposing.ts'
import { inEnvironment } from './people.ts'
import { aServedFlag, aTeam, headIn, publishPast } from './team.ts'

const environment = 'production'

/** Half and half, judged by who bought within a day. */
export const evenSetup = {
  arms: [
    { variant: 'off', weight: 50_000 },
    { variant: 'on', weight: 50_000 },
  ],
  primary: ['bought'],
  days: 14,
} satisfies Parameters<typeof ExperimentSetup.parse>[0]

/** An experiment of a flag, and the change that starts its run. */
export type SomeExperiment = { key: string; flag: string; change: number; run: number }

/** A team with metrics and events, and time that passes when it is told to. */
export async function anExperimentWorld(db: Db, requiredApprovals = 0) {
  let clock = Date.parse('2026-11-20T08:00:00Z')
  const now = () => new Date(clock)
  const team = await aTeam(db, requiredApprovals, now)
  const vault = createVault('of this test')
  const there = await inEnvironment(team.ada, environment)
  for (const key of ['bought', 'failed', 'paid'])
    await saveEvent(team.ada, {
      ...{ project: team.key, key, name: key, description: '', properties: {}, fromClients: true },
      value: key === 'paid' ? { unit: '€', min: null, max: null } : null,
    })
  const metric = (key: string, definition: object) =>
    createMetric(team.ada, {
      key,
      definition: MetricDefinition.parse({
        ...{ name: key, better: 'more', from: 'anyone', window: { length: 'P1D' }, lag: 'PT10M' },
        ...definition,
      }),
    })
  await metric('bought', { measure: { kind: 'proportion', of: { event: 'bought' } } })
  await metric('failures', { measure: { kind: 'proportion', of: { event: 'failed' } }, better: 'less' })
  await metric('revenue', { measure: { kind: 'sum', of: { event: 'paid' } }, unit: null })
  let made = 0

  /** A flag that is on and serves `off`. */
  const aFlag = async () => {
    const flag = await aServedFlag(team)
    await publishPast(team, flag, (document) => ({ ...document, otherwise: { variant: 'off' } }))
    return flag
  }
  const draft = async (setup: object = {}, flag?: string): Promise<{ key: string; flag: string }> => {
    const key = `experiment-${(made += 1)}`
    const of = flag ?? (await aFlag())
    const parsed = ExperimentSetup.parse({ ...evenSetup, ...setup })
    await createExperiment(there, { key, name: `Experiment ${made}`, flag: of, setup: parsed })
    return { key, flag: of }
  }
  /** Proposes a run, as whoever may edit does. */
  const propose = async (
    { key, flag }: { key: string; flag: string },
    act: 'start' | 'again' = 'start',
  ): Promise<SomeExperiment> => {
    const { base } = await headIn(team.ada, flag)
    const { number } = await proposeExperiment(team.ada, act, { experiment: key, base, message: '' })
    const { run } = await db
      .selectFrom('experimentRun')
      .innerJoin('change', 'change.id', 'experimentRun.changeId')
      .select('run')
      .where('change.number', '=', number)
      .where('change.projectId', '=', team.ada.project.id)
      .executeTakeFirstOrThrow()
    return { key, flag, change: number, run }
  }
  const apply = ({ change }: SomeExperiment) => publishChange(team.publisher, { change })
  /** An experiment that runs. */
  const running = async (setup: object = {}, flag?: string): Promise<SomeExperiment> => {
    const proposed = await propose(await draft(setup, flag))
    await apply(proposed)
    return proposed
  }

  return {
    ...{ team, db, now, vault, there, aFlag, draft, propose, apply, running },
    system: { ...team.system, vault },
    program: exposing(db, now, vault),
    publishes: (flag: string, edit: (document: FlagDocument) => FlagDocument) => publishPast(team, flag, edit),
    /** Time that only passes. */
    wait: (ms: number) => {
      clock += ms
    },
  }
}
export type ExperimentWorld = Awaited<ReturnType<typeof anExperimentWorld>>
