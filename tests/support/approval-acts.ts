import { applyDueChanges } from '../../src/server/features/changes/apply-due-changes.ts'
import { reconcileOvertakenChanges } from '../../src/server/features/changes/reconcile-after-revision.ts'
import { checkRunsOfChangedFlags } from '../../src/server/features/experiments/check-runs-of-changed-flags.ts'
import { takeDueSteps } from '../../src/server/features/ramps/take-due-steps.ts'
import type { Entry } from '../../src/shared/features/publishing/schemas/revision.ts'
import { runActs } from './approval-runs.ts'
import { headOf, stateAt, type World } from './approval-world.ts'
import {
  type ActContext,
  type ApprovalAct,
  completeChange,
  flagKeys,
  maybeRunOtherAct,
  project,
  randomEnvironment,
} from './complete-change.ts'
import { importActs } from './import-acts.ts'
import { contextOf } from './people.ts'
import type { Random } from './random.ts'
import { randomEntry, randomFlag, smallSegments } from './random-documents.ts'

const system = ({ db, clock }: World) =>
  contextOf(db, { kind: 'system', id: null, name: 'Fanion' }, () => new Date(clock.ms))

async function entriesIn({ world, random }: { world: World; random: Random }, id: string): Promise<Entry[]> {
  const base = await headOf(world.db, id)
  const state = await stateAt(world.db, id, base)
  const [one, two] = [randomEntry(random, state), randomEntry(random, state)]
  return random.once(3) && `${one.kind}/${one.key}` !== `${two.kind}/${two.key}` ? [one, two] : [one]
}

/** The entries of a new or edited change, sometimes with an outdated base. */
async function proposals(it: { world: World; random: Random }) {
  const { world, random } = it
  const all = []
  for (const { key: environment, id } of random.once(3) ? world.environments : [randomEnvironment(it)]) {
    const head = await headOf(world.db, id)
    const base = random.once(3) ? Math.max(0, head - random.int(3)) : head
    all.push(...(await entriesIn(it, id)).map((entry) => ({ ...entry, environment, base })))
  }
  return all
}

/** Returns the latest change in one of some states, or sometimes any recent one. */
async function someChange({ world, random, who }: ActContext, states: readonly string[]) {
  const { changes } = await who.api.changes.list({ ...project(world), limit: 8 })
  const fitting = changes.filter((change) => states.includes(change.state))
  return who.api.changes.get({ ...project(world), change: random.one(random.once(8) ? changes : fitting).number })
}

/** Saves a change and requests a review. */
async function propose(it: ActContext): Promise<number> {
  const entries = await proposals(it)
  const { number } = await it.who.api.changes.save({ ...project(it.world), title: 'Something', entries })
  it.oracle.wrote(number, it.who)
  await it.who.api.changes.requestReview({ ...project(it.world), change: number })
  return number
}

/** All actions that can write to an environment, or change who may. */
export const acts: readonly { times: number; act: ApprovalAct }[] = [
  {
    // The full lifecycle of a change, by users with and without permission, with other actions in between.
    times: 14,
    act: async (it) => completeChange(it, await propose(it)),
  },
  {
    // Off and on again, with another action in between.
    times: 6,
    act: async (it) => {
      const { key: environment, id } = randomEnvironment(it)
      const state = await stateAt(it.world.db, id, await headOf(it.world.db, id))
      const on = [...state.values()].filter((document) => 'on' in document && document.on)
      const flag = it.random.one(on).key
      const turn = async (to: boolean) =>
        it.who.api.flags.switch({
          ...project(it.world),
          ...{ environment, flag, on: to, base: await headOf(it.world.db, id) },
        })
      await turn(false)
      await maybeRunOtherAct(it, 3)
      await turn(true)
    },
  },
  {
    times: 2,
    act: async (it) => {
      const change = await propose(it)
      return it.who.api.changes.bypass({ ...project(it.world), change, reason: 'It burns.' })
    },
  },
  {
    times: 4,
    act: async (it) => {
      const { key: environment, id } = randomEnvironment(it)
      const entries = await entriesIn(it, id)
      const base = await headOf(it.world.db, id)
      return it.who.api.revisions.publish({ ...project(it.world), environment, base, message: 'now', entries })
    },
  },
  {
    times: 5,
    act: async (it) => {
      const { key: environment, id } = randomEnvironment(it)
      const base = await headOf(it.world.db, id)
      const [flag, on] = [it.random.one(flagKeys), it.random.once(2)]
      return it.who.api.flags.switch({ ...project(it.world), environment, flag, on, base })
    },
  },
  {
    times: 4,
    act: async (it) => {
      const { key: environment, id } = randomEnvironment(it)
      const base = await headOf(it.world.db, id)
      const to = Math.max(0, base - it.random.int(it.random.once(3) ? base + 1 : 6))
      const subject = it.random.once(4)
        ? { kind: 'segment' as const, key: it.random.one(smallSegments) }
        : { kind: 'flag' as const, key: it.random.one(flagKeys) }
      const subjects = it.random.once(4) ? {} : { subjects: [subject] }
      return it.who.api.history.restore({ ...project(it.world), environment, to, base, ...subjects })
    },
  },
  {
    times: 1,
    act: ({ world, random, who }) => {
      const variants = ['half', 'off', 'on'].map((key) => ({ key, value: key !== 'off' }))
      const onIn = random.once(4) ? ['staging'] : []
      const key = random.one(flagKeys)
      return who.api.flags.create({ ...project(world), key, name: key, type: 'boolean', variants, onIn })
    },
  },
  {
    times: 2,
    act: ({ world, random, who }) => who.api.flags.archive({ ...project(world), flag: random.one(flagKeys) }),
  },
  {
    times: 2,
    act: ({ world, random, who }) =>
      who.api.flags.restore({ ...project(world), flag: random.one(flagKeys), asItWas: random.once(2) }),
  },
  {
    times: 1,
    act: ({ world, random, who }) => {
      const flag = random.one(flagKeys)
      return who.api.flags.delete({ ...project(world), flag, confirm: flag })
    },
  },
  {
    times: 1,
    act: ({ world, random, who }) => {
      const document = { included: [], excluded: [], when: true as const }
      const key = random.one([...smallSegments, 'more'])
      return who.api.segments.create({ ...project(world), key, name: key, description: '', document })
    },
  },
  {
    times: 1,
    act: ({ world, random, who }) =>
      who.api.revisions.publish({
        ...project(world),
        environment: 'development',
        base: 1_000,
        message: '',
        entries: [{ kind: 'flag', key: 'a', document: randomFlag(random, 'a') }],
      }),
  },
  {
    times: 9,
    act: async (it) => {
      const entries = await proposals(it)
      const { number } = await it.who.api.changes.save({ ...project(it.world), title: 'Something', entries })
      it.oracle.wrote(number, it.who)
      if (!it.random.once(5)) await it.who.api.changes.requestReview({ ...project(it.world), change: number })
    },
  },
  {
    times: 3,
    act: async (it) => {
      const { number: change, version } = await someChange(it, ['draft', 'in-review', 'approved', 'changes-requested'])
      const entries = it.random.once(2) ? { entries: await proposals(it) } : {}
      const edited = { ...project(it.world), change, version, title: 'Else', ...entries }
      await it.who.api.changes.edit(edited)
      it.oracle.wrote(change, it.who)
    },
  },
  {
    times: 12,
    act: async (it) => {
      const seen = await someChange(it, ['in-review'])
      const { number: change, version } = seen
      await it.who.api.changes.approve({ ...project(it.world), change, version })
      await it.oracle.approved(change, it.who, seen.entries)
    },
  },
  {
    times: 9,
    act: async (it) => {
      const { number: change } = await someChange(it, ['approved'])
      return it.who.api.changes.applyNow({ ...project(it.world), change })
    },
  },
  {
    times: 4,
    act: async (it) => {
      const { number: change } = await someChange(it, ['approved'])
      const at = new Date(it.world.clock.ms + 3_600_000).toISOString()
      return it.who.api.changes.schedule({ ...project(it.world), change, at, zone: 'Europe/Vienna' })
    },
  },
  {
    times: 2,
    act: async (it) => {
      const { number: change, clashes } = await someChange(it, ['conflicted'])
      const choices = clashes.map(({ environment, kind, key, path }) => ({
        ...{ environment, kind, key, path },
        take: it.random.one(['theirs', 'yours'] as const),
      }))
      await it.who.api.changes.rebase({ ...project(it.world), change, choices })
      it.oracle.wrote(change, it.who)
    },
  },
  {
    times: 2,
    act: async (it) => {
      const { number: change } = await someChange(it, ['draft', 'scheduled', 'approved', 'in-review'])
      const by = { ...project(it.world), change }
      const { changes } = it.who.api
      return it.random.one([
        () => changes.publish(by),
        () => changes.withdraw(by),
        () => changes.unschedule(by),
        () => changes.requestChanges({ ...by, body: 'No.' }),
      ])()
    },
  },
  {
    times: 1,
    act: async (it) => {
      const { number: change } = await someChange(it, ['draft', 'in-review'])
      return it.who.api.changes.bypass({ ...project(it.world), change, reason: 'It burns.' })
    },
  },
  {
    times: 2,
    act: async (it) => {
      const [from, to] = it.random.once(2) ? ['development', 'staging'] : ['staging', 'production']
      const there = it.world.environments.find(({ key }) => key === to)
      const base = there ? await headOf(it.world.db, there.id) : 0
      const subjects = [{ kind: 'flag' as const, key: it.random.one(flagKeys) }]
      const { number } = await it.who.api.history.promote({ ...project(it.world), from, to, subjects, base })
      it.oracle.wrote(number, it.who)
    },
  },
  {
    times: 5,
    act: async ({ world, random }) => {
      world.clock.ms += random.one([60_000, 3_700_000, 3_700_000, 10 * 24 * 3_600_000])
      await applyDueChanges(system(world))
      await takeDueSteps(system(world))
      await checkRunsOfChangedFlags(system(world))
    },
  },
  { times: 2, act: ({ world }) => reconcileOvertakenChanges(system(world)) },
  {
    times: 1,
    act: async ({ world, random, who }) => {
      const [name, role] = [random.one(['Pia', 'Paul']), random.one(['editor', 'publisher', 'publisher'] as const)]
      const somebody = world.everyone.find((one) => one.name === name)
      const userId = somebody?.actor.id ?? ''
      await who.api.members.setRole({ ...project(world), userId, role, environments: null })
      for (const environment of ['development', 'staging', 'production'])
        world.standing.get(name)?.set(environment, role)
    },
  },
  ...runActs,
  ...importActs,
]
