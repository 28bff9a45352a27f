import { decideExperiment } from '../../src/server/features/changes/decide-experiment.ts'
import { proposeExperiment } from '../../src/server/features/changes/propose-experiment.ts'
import { publishChange } from '../../src/server/features/changes/publish-change.ts'
import { saveEvent } from '../../src/server/features/events/save-event.ts'
import { archiveExperiment } from '../../src/server/features/experiments/archive-experiment.ts'
import { checkRunsOfChangedFlags } from '../../src/server/features/experiments/check-runs-of-changed-flags.ts'
import { createExperiment } from '../../src/server/features/experiments/create-experiment.ts'
import { analyseDueRuns } from '../../src/server/features/experiments/results/analyse-due-runs.ts'
import { stopExperiment } from '../../src/server/features/experiments/stop-experiment.ts'
import { createMetric } from '../../src/server/features/metrics/create-metric.ts'
import { readActiveRuns } from '../../src/server/features/runs/queries.ts'
import type { Db } from '../../src/server/platform/db/pool.ts'
import { postgresqlStore } from '../../src/server/platform/event-store/postgresql/store.ts'
import { createVault } from '../../src/server/platform/kernel/vault.ts'
import { compile } from '../../src/shared/engine/compile.ts'
import { evaluate } from '../../src/shared/engine/evaluate.ts'
import { everyFamily } from '../../src/shared/engine/operators/every-family.ts'
import { ExperimentSetup } from '../../src/shared/features/experiments/schemas/experiment.ts'
import { MetricDefinition } from '../../src/shared/features/metrics/schemas/metric.ts'
import type { FlagDocument } from '../../src/shared/schemas/flag.ts'
import { aDatafile } from './builders.ts'
import type { ExperimentColumn } from './experiment-transitions.ts'
import { exposingApplication } from './exposing-application.ts'
import { inEnvironment } from './people.ts'
import { aServedFlag, aTeam, headIn, publishPast } from './team.ts'

const environment = 'production'
const day = 24 * 3_600_000

/** An even split, measured by purchases within a day. */
export const evenSetup = {
  arms: [
    { variant: 'off', weight: 50_000 },
    { variant: 'on', weight: 50_000 },
  ],
  primary: ['bought'],
  days: 14,
} satisfies Parameters<typeof ExperimentSetup.parse>[0]

/** An experiment, its flag, and the change that starts its run. */
export type SomeExperiment = { key: string; flag: string; change: number; run: number }

/** A team with metrics and events, and a clock that starts at `beganMs` and is advanced by the test. */
export async function anExperimentWorld(db: Db, requiredApprovals = 0, beganMs = Date.parse('2026-11-20T08:00:00Z')) {
  let clock = beganMs
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
  /** Proposes a run as an editor. */
  const propose = async (
    { key, flag }: { key: string; flag: string },
    act: 'start' | 'again' = 'start',
  ): Promise<SomeExperiment> => {
    const { base } = await headIn(team.ada, flag)
    const { number } = await proposeExperiment({ ...team.ada, measure: postgresqlStore }, act, {
      experiment: key,
      base,
      message: '',
    })
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
  /** Creates a running experiment. */
  const running = async (setup: object = {}, flag?: string): Promise<SomeExperiment> => {
    const proposed = await propose(await draft(setup, flag))
    await apply(proposed)
    return proposed
  }

  const system = { ...team.system, vault, measure: postgresqlStore }
  const program = exposingApplication(db, now, vault)
  let served = 0

  const anywhere = { experiment: '', how: 'as-it-is' as const, why: '' }

  /** Creates an experiment and brings it into a state through the actions of users and servers. */
  const anExperimentIn = async (column: ExperimentColumn, setup: object = {}): Promise<SomeExperiment> => {
    const drafted = await draft({ days: 1, ...setup })
    const none = { ...drafted, change: 0, run: 0 }
    if (column === 'draft') return none
    if (column === 'archived') {
      await archiveExperiment(team.ada, { experiment: drafted.key })
      return none
    }
    const made = await propose(drafted)
    if (column === 'proposed') return made
    await apply(made)
    if (column === 'over') await pass(2 * day)
    if (column === 'stopped' || column === 'decided')
      await stopExperiment(team.publisher, { ...anywhere, experiment: made.key })
    if (column === 'decided') {
      const input = { what: 'ship' as const, arm: 'on', to: 'everyone' as const, sentence: 'It is better.' }
      await decideExperiment(team.ada, { experiment: made.key, ...input })
    }
    return made
  }
  const pass = async (ms: number) => {
    clock += ms
    if (!(await readActiveRuns(db)).experiments) return
    await checkRunsOfChangedFlags(system)
    await analyseDueRuns(system)
  }

  /** Stops running experiments, which would otherwise be analyzed whenever the clock advances later. */
  const stopWhatRuns = async () => {
    const running = await db
      .selectFrom('experiment')
      .innerJoin('experimentRun', 'experimentRun.experimentId', 'experiment.id')
      .select('experiment.key')
      .where('experiment.projectId', '=', team.ada.project.id)
      .where('experimentRun.state', '=', 'running')
      .execute()
    for (const { key: experiment } of running) await stopExperiment(team.publisher, { ...anywhere, experiment })
  }

  return {
    anExperimentIn,
    stopWhatRuns,
    ...{ team, db, now, vault, there, aFlag, draft, propose, apply, running },
    ...{ system, program },
    /** Advances the clock, with flags followed and analyses run as the worker does. */
    pass,
    /** Serves a number of new users. */
    serve: (flag: string, count: number, how: Parameters<typeof program.serve>[3] = {}) =>
      program.serve(
        there,
        flag,
        Array.from({ length: count }, () => `u${(served += 1)}`),
        how,
      ),
    publishes: (flag: string, edit: (document: FlagDocument) => FlagDocument) => publishPast(team, flag, edit),
    /** Returns the number of a flag's first revision. */
    firstOf: async (flag: string): Promise<number> => {
      const { number } = await db
        .selectFrom('entry')
        .select((eb) => eb.fn.min('number').as('number'))
        .where('environmentId', '=', there.environment.id)
        .where('key', '=', flag)
        .executeTakeFirstOrThrow()
      return number
    },
    /** Returns a user who gets `on` from a run's rule. Undefined without such a rule. */
    somebodyWith: async (flag: string): Promise<string | undefined> => {
      const { document } = await headIn(team.ada, flag)
      const compiled = compile(aDatafile([document]), { ...everyFamily })
      const users = Array.from({ length: 100 }, (_, at) => `somebody-${at}`)
      return users.find((targetingKey) => {
        const { variant, measured } = evaluate(compiled, flag, { targetingKey }, clock)
        return variant === 'on' && measured !== null
      })
    },
    /** Advances the clock without running the worker. */
    wait: (ms: number) => {
      clock += ms
    },
  }
}
export type ExperimentWorld = Awaited<ReturnType<typeof anExperimentWorld>>
