import { decideExperiment } from '../../src/server/features/changes/decide-experiment.ts'
import { proposeRamp } from '../../src/server/features/changes/propose-ramp.ts'
import { proposeShareIncrease } from '../../src/server/features/changes/propose-share-increase.ts'
import { publishChange } from '../../src/server/features/changes/publish-change.ts'
import { withdrawChange } from '../../src/server/features/changes/withdraw-change.ts'
import { removeEnvironment } from '../../src/server/features/environments/remove-environment.ts'
import { addMetric } from '../../src/server/features/experiments/add-metric.ts'
import { archiveExperiment } from '../../src/server/features/experiments/archive-experiment.ts'
import { editExperiment } from '../../src/server/features/experiments/edit-experiment.ts'
import { readExperiment } from '../../src/server/features/experiments/read-experiments.ts'
import { analyseDueRuns } from '../../src/server/features/experiments/results/analyse-due-runs.ts'
import { stopExperiment } from '../../src/server/features/experiments/stop-experiment.ts'
import { archiveProject } from '../../src/server/features/projects/archive-project.ts'
import { restoreProject } from '../../src/server/features/projects/restore-project.ts'
import { removeInvariant } from '../../src/server/features/promises/remove-invariant.ts'
import { saveInvariant } from '../../src/server/features/promises/save-invariant.ts'
import { computePromotion } from '../../src/server/features/publishing/compute-promotion.ts'
import { restoreRevision } from '../../src/server/features/publishing/restore-revision.ts'
import { SavePromiseInput } from '../../src/shared/features/promises/schemas/promise.ts'
import { ProposeRampInput } from '../../src/shared/features/ramps/schemas/ramp.ts'
import type { FlagDocument, Rule } from '../../src/shared/schemas/flag.ts'
import type { ExperimentHappening } from './experiment-transitions.ts'
import type { ExperimentWorld, SomeExperiment } from './experiment-world.ts'
import type { UserEvents } from './exposing-application.ts'
import { headIn } from './team.ts'

type Happening = {
  /** Additional fields of the setup. */
  readonly setup?: object
  /** The event destroys its world, so it gets its own. */
  readonly ends?: true
  readonly happens: (world: ExperimentWorld, experiment: SomeExperiment) => Promise<unknown>
}

const hour = 3_600_000
const day = 24 * hour
const failing: UserEvents = (variant, chance) => (chance() < (variant === 'on' ? 0.7 : 0.1) ? ['failed'] : [])
const guardedBy = (then: 'stop' | 'tell') => ({ guards: [{ metric: 'failures', then }] })

const publishes =
  (edit: (document: FlagDocument) => FlagDocument): Happening['happens'] =>
  async (world, { flag }) => {
    await world.publishes(flag, edit)
    await world.pass(0)
  }
const own = (edit: (rule: Rule) => Rule) => (document: FlagDocument) => ({
  ...document,
  rules: document.rules.map((rule) => (rule.run === undefined ? rule : edit(rule))),
})
const fails =
  (how: Parameters<ExperimentWorld['serve']>[2] = {}): Happening['happens'] =>
  async (world, { flag }) => {
    await world.serve(flag, 400, { does: failing, ...how })
    await world.pass(hour)
  }
const stops =
  (how: 'as-before' | 'as-it-is'): Happening['happens'] =>
  ({ team }, { key }) =>
    stopExperiment(team.publisher, { experiment: key, how, why: '' })
const decides =
  (what: 'ship' | 'keep'): Happening['happens'] =>
  ({ team }, { key }) => {
    const arm = what === 'ship' ? { arm: 'on' } : {}
    return decideExperiment(team.ada, { experiment: key, what, to: 'everyone', sentence: 'So it is.', ...arm })
  }

/** Creates an invariant for the duration of an action. */
const promised = async ({ team }: ExperimentWorld, sentence: string, happens: () => Promise<unknown>) => {
  const input = {
    ...{ project: team.key, key: 'of-this-test', name: 'Of this test', sentence, force: 'refuses' },
    environments: ['production'],
  }
  await saveInvariant(team.ada, SavePromiseInput.parse(input))
  try {
    await happens()
  } finally {
    await removeInvariant(team.ada, { key: 'of-this-test' })
  }
}

/** The events of the table's rows. */
export const experimentTableEvents: Record<ExperimentHappening, Happening> = {
  'its setup is edited': {
    happens: async ({ team }, { key }) => {
      const { setup } = await readExperiment(team.ada, { experiment: key })
      return editExperiment(team.ada, { project: team.key, experiment: key, setup })
    },
  },
  'a run is proposed': {
    happens: async (world, { key, flag }) => {
      const { state } = await readExperiment(world.team.ada, { experiment: key })
      return world.propose({ key, flag }, state === 'stopped' || state === 'decided' ? 'again' : 'start')
    },
  },
  'its change is applied': {
    happens: async ({ team }, { change }) => change > 0 && publishChange(team.publisher, { change }),
  },
  'its change is withdrawn': {
    happens: async ({ team }, { change }) => change > 0 && withdrawChange(team.ada, { change }),
  },
  'its planned time passes': { happens: (world) => world.pass(2 * day) },
  'its planned time passes, several servers look': {
    happens: async (world) => {
      world.wait(2 * day)
      await Promise.all([1, 2, 3].map(() => analyseDueRuns(world.system)))
    },
  },
  'stop, as before': { happens: stops('as-before') },
  'stop, as it is': { happens: stops('as-it-is') },
  'stop, while servers look': {
    happens: async (world, experiment) => {
      world.wait(hour)
      const looks = [1, 2].map(() => analyseDueRuns(world.system))
      const [stopped] = await Promise.allSettled([stops('as-before')(world, experiment), ...looks])
      if (stopped?.status === 'rejected') throw stopped.reason
    },
  },
  'an arm is shipped': { happens: decides('ship') },
  'what was before is kept': { happens: decides('keep') },
  archive: { happens: ({ team }, { key }) => archiveExperiment(team.ada, { experiment: key }) },
  'the flag is turned off': { happens: publishes((document) => ({ ...document, on: false })) },
  'the flag is turned off and on again': {
    happens: async (world, { flag }) => {
      await world.publishes(flag, (document) => ({ ...document, on: false }))
      await world.publishes(flag, (document) => ({ ...document, on: true }))
      await world.pass(0)
    },
  },
  // Safe cast: null stands for an archived flag's document.
  'the flag is archived': { happens: publishes(() => null as unknown as FlagDocument) },
  'its rule is edited': {
    happens: publishes(
      own((rule) => ({ ...rule, when: { attribute: 'country', operator: 'isOneOf', values: ['NO'] } })),
    ),
  },
  'its rule is removed': {
    happens: publishes((document) => ({ ...document, rules: document.rules.filter(({ run }) => run === undefined) })),
  },
  'its weights are moved': {
    happens: publishes(
      own((rule) => ({
        ...rule,
        serve: {
          split: {
            point: { salt: `${rule.id}:arm` },
            parts: [
              { variant: 'off', from: 0, to: 10_000 },
              { variant: 'on', from: 10_000, to: 100_000 },
            ],
          },
        },
      })),
    ),
  },
  'its share grows': {
    setup: { share: 20_000 },
    happens: async (world, { key, flag }) => {
      const { base } = await headIn(world.team.ada, flag)
      const input = { experiment: key, share: 50_000, base, message: '' }
      const { number } = await proposeShareIncrease(world.team.ada, input)
      await publishChange(world.team.publisher, { change: number })
      await world.pass(0)
      const { runs } = await readExperiment(world.team.ada, { experiment: key })
      if (runs[0]?.setup.share !== 50_000) throw new Error('it did not grow')
    },
  },
  'a metric is added': {
    happens: (world, { key }) =>
      addMetric({ ...world.team.ada, measure: world.system.measure }, { experiment: key, metric: 'revenue' }),
  },
  'its share shrinks': {
    setup: { share: 20_000 },
    happens: publishes(
      own((rule) => ({ ...rule, when: { in: { point: { salt: `${rule.id}:who` }, from: 0, to: 10_000 } } })),
    ),
  },
  'the value of an arm is changed': {
    happens: publishes((document) => ({ ...document, variants: { on: false, off: true } })),
  },
  'another part of the flag is edited': {
    happens: publishes((document) => ({ ...document, otherwise: { variant: 'on' } })),
  },
  'what was published before it is restored': {
    happens: async (world, { flag }) => {
      const { there, base } = await headIn(world.team.ada, flag)
      const first = await world.firstOf(flag)
      const subjects = [{ kind: 'flag' as const, key: flag }]
      await restoreRevision(there, { to: first, base, message: 'Back', subjects })
      await world.pass(0)
    },
  },
  'the flag is promoted elsewhere': {
    happens: async (world, { flag }) => {
      const subjects = [{ kind: 'flag' as const, key: flag }]
      const { entries } = await computePromotion(world.team.ada, { from: 'production', to: 'staging', subjects })
      const left = entries.flatMap(({ after }) => (after && 'rules' in after ? after.rules : []))
      if (left.some(({ run }) => run !== undefined)) throw new Error('a rule of a run was promoted')
      await world.pass(0)
    },
  },
  'a guard that stops is against': { setup: guardedBy('stop'), happens: fails() },
  'a guard that stops is against, by what pages said': { setup: guardedBy('stop'), happens: fails({ via: 'client' }) },
  'a guard that stops is against, a promise refuses that': {
    setup: guardedBy('stop'),
    happens: async (world, experiment) => {
      const who = await world.somebodyWith(experiment.flag)
      if (who === undefined) return fails()(world, experiment)
      const sentence = `${JSON.stringify({ targetingKey: who })} gets ${experiment.flag} on`
      return promised(world, sentence, () => fails()(world, experiment))
    },
  },
  'a guard that tells is against': { setup: guardedBy('tell'), happens: fails() },
  'another experiment of the flag is to start': {
    happens: async (world, { flag, key }) => {
      const { state } = await readExperiment(world.team.ada, { experiment: key })
      if (state === 'running') await world.apply(await world.propose(await world.draft({}, flag)))
    },
  },
  'a ramp of the flag is to start': {
    happens: async (world, { flag, key }) => {
      const { state } = await readExperiment(world.team.ada, { experiment: key })
      if (state !== 'running') return
      const { base } = await headIn(world.team.ada, flag)
      const steps = [{ share: 1_000, hold: 'PT1H' }, { share: 100_000 }]
      const plan = { rule: null, to: 'on', steps }
      const where = { project: world.team.key, environment: 'production', flag, base }
      const { number } = await proposeRamp(world.there, ProposeRampInput.parse({ ...where, plan }))
      await publishChange(world.team.publisher, { change: number })
    },
  },
  'its project was archived for two days': {
    happens: async (world) => {
      await archiveProject(world.team.ada, { confirm: world.team.key })
      await world.pass(2 * day)
      await restoreProject(world.team.ada, { key: world.team.key })
      await world.pass(0)
    },
  },
  'its environment is deleted': {
    ends: true,
    happens: (world) => removeEnvironment(world.there, { confirm: 'production' }),
  },
}
