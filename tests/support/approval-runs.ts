import { ExperimentSetup } from '../../src/shared/features/experiments/schemas/experiment.ts'
import type { FlagDocument } from '../../src/shared/schemas/flag.ts'
import { headOf, stateAt } from './approval-world.ts'
import {
  type ActContext,
  type ApprovalAct,
  completeChange,
  completeNewChange,
  flagKeys,
  project,
  randomEnvironment,
} from './complete-change.ts'

/** Picks a flag that is on, preferably one with a run. */
async function somethingOn(it: ActContext) {
  const there = randomEnvironment(it)
  const base = await headOf(it.world.db, there.id)
  const on = [...(await stateAt(it.world.db, there.id, base)).values()].flatMap((one) =>
    'on' in one && one.on ? [one] : [],
  )
  const measured = on.filter(({ rules }) => rules.some(({ id }) => id.startsWith('run-')))
  const flag = it.random.one(measured.length > 0 && it.random.once(2) ? measured : on)
  return { environment: there.key, base, flag }
}

/** An edit of a flag as someone would make it during a run. */
function edited({ random }: ActContext, flag: FlagDocument): FlagDocument {
  const variant = random.one(['on', 'off', 'half'])
  return random.one<FlagDocument>([
    { ...flag, variants: { ...flag.variants, [variant]: flag.variants[variant] !== true } },
    { ...flag, rules: [...flag.rules, { id: `under-${random.int(1_000_000)}`, when: true, serve: { variant } }] },
    { ...flag, otherwise: { variant } },
    { ...flag, rules: flag.rules.filter(({ id }) => !id.startsWith('run-')) },
    { ...flag, rules: flag.rules.map((rule) => (rule.id.startsWith('run-') ? { ...rule, serve: { variant } } : rule)) },
  ])
}

/** Picks an experiment, preferably in one of some states. */
async function someExperiment({ world, random, who }: ActContext, states: readonly string[]): Promise<string> {
  const { experiments } = await who.api.experiments.list(project(world))
  const fitting = experiments.filter(({ state }) => states.includes(state))
  return random.one(random.once(8) || fitting.length === 0 ? experiments : fitting).key
}

/** Ramps and experiments, and edits of the flags they run on. */
export const runActs: readonly { times: number; act: ApprovalAct }[] = [
  {
    times: 7,
    act: async (it) => {
      const { environment, base, flag } = await somethingOn(it)
      const served = [
        { id: null, serve: flag.otherwise },
        ...flag.rules.map(({ id, serve }) => ({ id, serve })),
      ].flatMap(({ id, serve }) => ('variant' in serve ? [{ id, before: serve.variant }] : []))
      const { id: rule, before } = it.random.one(served)
      const to = it.random.one(['on', 'off', 'half'].filter((one) => one !== before))
      const steps = [{ share: 20_000, hold: 'PT1H' }, { share: 60_000, hold: 'PT1H' }, { share: 100_000 }]
      const { number, ramp } = await it.who.api.ramps.propose({
        ...project(it.world),
        ...{ environment, flag: flag.key, base, plan: { rule, to, steps } },
      })
      if (ramp) it.oracle.planned(number, { flag: flag.key, to, before })
      await completeNewChange(it, number)
    },
  },
  {
    times: 6,
    act: async (it) => {
      const { environment, base, flag } = await somethingOn(it)
      const entries = [{ kind: 'flag' as const, key: flag.key, document: edited(it, flag), environment, base }]
      const { number } = await it.who.api.changes.save({ ...project(it.world), title: 'Something', entries })
      await completeNewChange(it, number)
    },
  },
  {
    times: 8,
    act: async (it) => {
      const { ramps } = await it.who.api.ramps.list(project(it.world))
      const open = ramps.filter(({ state }) => ['running', 'waiting', 'paused'].includes(state))
      const { number: ramp, version } = it.random.one(it.random.once(8) ? ramps : open)
      const by = { ...project(it.world), ramp }
      const widening = { ...by, version }
      const { api } = it.who
      return it.random.one([
        () => api.ramps.goOn(widening),
        () => api.ramps.goOn(widening),
        () => api.ramps.resume(widening),
        () => api.ramps.resume({ ...widening, touched: it.random.one(['keep', 'put-back'] as const) }),
        () => api.ramps.rollBack({ ...by, why: '' }),
        () => api.ramps.pause({ ...by, why: '' }),
        async () => {
          const { change } = await api.ramps.finish(widening)
          if (change === null) return
          it.oracle.wrote(change, it.who)
          await completeChange(it, change)
        },
      ])()
    },
  },
  {
    times: 5,
    act: async (it) => {
      const { environment, base, flag } = await somethingOn(it)
      const experiment = `of-${flag.key}-${it.random.int(1_000_000)}`
      const setup = ExperimentSetup.parse({
        arms: ['off', 'on'].map((variant) => ({ variant, weight: 50_000 })),
        audience: it.random.once(2) || { attribute: 'country', operator: 'is', values: ['NO'] },
        share: it.random.one([40_000, 100_000]),
        rule: it.random.one([null, ...flag.rules.map(({ id }) => id)]),
        ...(it.random.once(3) && { layer: 'line' }),
        holdouts: it.random.once(3) ? [it.random.one(flagKeys)] : [],
        ...{ primary: ['bought'], days: 1 },
      })
      const named = { ...project(it.world), experiment }
      const made = { ...project(it.world), environment, key: experiment, name: experiment, flag: flag.key, setup }
      await it.who.api.experiments.create(made)
      const { number } = await it.who.api.experiments.start({ ...named, base })
      await completeNewChange(it, number)
    },
  },
  {
    times: 6,
    act: async (it) => {
      const { experiments } = it.who.api
      const on = async (...states: string[]) => ({
        ...project(it.world),
        experiment: await someExperiment(it, states),
      })
      const base = 0
      return it.random.one([
        async () => experiments.stop({ ...(await on('running')), how: 'as-before' }),
        async () => experiments.stop({ ...(await on('running')), how: 'as-before' }),
        async () => experiments.stop({ ...(await on('running')), how: 'as-it-is' }),
        async () =>
          completeNewChange(it, (await experiments.grow({ ...(await on('running')), base, share: 90_000 })).number),
        async () => completeNewChange(it, (await experiments.again({ ...(await on('stopped')), base })).number),
        async () => {
          const to = it.random.one(['audience', 'everyone'] as const)
          const decision = it.random.once(3) ? ({ what: 'keep' } as const) : ({ what: 'ship', arm: 'on', to } as const)
          const decided = { ...(await on('stopped')), ...decision, sentence: 'It is so.' }
          const { change } = await experiments.decide(decided)
          if (change !== null) await completeNewChange(it, change)
        },
      ])()
    },
  },
]
