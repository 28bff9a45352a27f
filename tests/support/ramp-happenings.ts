import { finishRamp } from '../../src/server/features/changes/finish-ramp.ts'
import { editRamp } from '../../src/server/features/changes/propose-ramp.ts'
import { saveChange } from '../../src/server/features/changes/save-change.ts'
import { withdrawChange } from '../../src/server/features/changes/withdraw-change.ts'
import { removeEnvironment } from '../../src/server/features/environments/remove-environment.ts'
import { archiveProject } from '../../src/server/features/projects/archive-project.ts'
import { restoreProject } from '../../src/server/features/projects/restore-project.ts'
import { removeInvariant } from '../../src/server/features/promises/remove-invariant.ts'
import { saveInvariant } from '../../src/server/features/promises/save-invariant.ts'
import { continueRamp, pauseRamp, resumeRamp, undoRamp } from '../../src/server/features/ramps/act-on-ramp.ts'
import { readRamp } from '../../src/server/features/ramps/read-ramps.ts'
import { takeDueSteps } from '../../src/server/features/ramps/take-due-steps.ts'
import { SavePromiseInput } from '../../src/shared/features/promises/schemas/promise.ts'
import type { RampPlan, RampState } from '../../src/shared/features/ramps/schemas/ramp.ts'
import type { FlagDocument } from '../../src/shared/schemas/flag.ts'
import type { UserEvents } from './exposing-application.ts'
import { inEnvironment } from './people.ts'
import type { RampHappening } from './ramp-transitions.ts'
import { askingSteps, countedSteps, type RampWorld, rampSteps, type Serving, type SomeRamp } from './ramp-world.ts'
import { headIn, servesHalf } from './team.ts'

type Happening = {
  /** Additional fields of the plan. */
  readonly plan?: Partial<RampPlan>
  /** Whether the flag or its ramp is changed afterwards, even if the ramp's state stays the same. */
  readonly edits?: true
  /** The event destroys its world, so it gets its own. */
  readonly ends?: true
  readonly happens: (world: RampWorld, ramp: SomeRamp) => Promise<unknown>
}

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

const guardedBy = (then: 'pause' | 'roll-back'): Partial<RampPlan> => ({ guards: [{ verdict: 'gate', then }] })
/** Working hours on today's weekday only. */
const onThisDay = ({ now }: RampWorld): Partial<RampPlan> => ({
  hours: { zone: 'UTC', days: [((now().getUTCDay() + 6) % 7) + 1], from: '00:00', to: '23:59' },
})

const edit = (how: (document: FlagDocument) => FlagDocument): Happening => ({
  edits: true,
  happens: async (world, { flag }) => {
    await world.publishes(flag, how)
    await world.pass(0)
  },
})
const says = (then: 'pause' | 'roll-back', ms: number, status: number, body: string): Happening => ({
  plan: guardedBy(then),
  happens: async ({ answer, pass }) => {
    Object.assign(answer, { status, body })
    await pass(ms)
  },
})
const verdict = (said: string) => JSON.stringify({ verdict: said, reason: 'because' })
/** Creates an invariant for the duration of an action: one that rejects changes, if the ramp is open. */
const promised = async (world: RampWorld, ramp: SomeRamp, sentence: string, happens: () => Promise<unknown>) => {
  const { team } = world
  const { state } = await readRamp(team.ada, ramp)
  const force = openStates.has(state) ? 'refuses' : 'watches'
  const input = {
    project: team.key,
    key: 'of-this-test',
    name: 'Of this test',
    sentence,
    force,
    environments: ['production'],
  }
  await saveInvariant(team.ada, SavePromiseInput.parse(input))
  try {
    await happens()
  } finally {
    await removeInvariant(team.ada, { key: input.key })
  }
}
const openStates: ReadonlySet<RampState> = new Set(['running', 'waiting', 'paused'])
/** With an invariant that no more users may get the new variant than with the first step. */
const promisedToFew = (happens: (world: RampWorld, ramp: SomeRamp) => Promise<unknown>): Happening => ({
  edits: true,
  happens: (world, ramp) =>
    promised(world, ramp, `at most 1% of everyone get ${ramp.flag} on`, () => happens(world, ramp)),
})
/** With an invariant that a user who got something from the ramp keeps it. */
const promisedToOne = async (world: RampWorld, ramp: SomeRamp, happens: () => Promise<unknown>) => {
  const { who, variant } = await world.somebodyOf(ramp)
  await promised(world, ramp, `${JSON.stringify({ targetingKey: who })} gets ${ramp.flag} ${variant}`, happens)
}
const onUsers = (then: 'pause' | 'roll-back', people?: number): Partial<RampPlan> => ({
  guards: [{ event: 'failed', worse: 'more', then }],
  steps: countedSteps.map((step, at) => (at === 0 && people !== undefined ? { ...step, people } : step)),
})
const failing: UserEvents = (variant, chance) => (chance() < (variant === 'on' ? 0.7 : 0.1) ? ['failed'] : [])
/** Serves users who generate events, then runs a guard check. */
const users = (then: 'pause' | 'roll-back', how: Serving, ms = 5 * minute, people?: number): Happening => ({
  plan: onUsers(then, people),
  edits: true,
  happens: async ({ serve, pass }, { flag }) => {
    await serve(flag, people === undefined ? 1_200 : 100, how)
    await pass(ms)
  },
})
/** Archives the project for a duration. */
const archived = async ({ team, pass }: RampWorld, ms: number) => {
  await archiveProject(team.ada, { confirm: team.key })
  await pass(ms)
  await restoreProject(team.ada, { key: team.key })
}
const withRules = (document: FlagDocument, rules: (of: FlagDocument['rules']) => FlagDocument['rules']) => ({
  ...document,
  rules: rules(document.rules),
})
const held: Happening = { happens: ({ pass }) => pass(hour) }
const of = ({ team }: RampWorld, { ramp }: SomeRamp) => ({ project: team.key, ramp })

/** The events of the table's rows, caused by the procedures that users call and by the server's work. */
export const rampTableEvents = (world: RampWorld): Record<RampHappening, Happening> => ({
  'its change is applied': { happens: ({ start }, ramp) => start(ramp) },
  'its change is withdrawn': { happens: ({ team }, { change }) => withdrawChange(team.ada, { change }) },
  'its plan is edited': {
    edits: true,
    happens: (there, ramp) => {
      const plan = { rule: null, to: 'on', steps: askingSteps }
      return editRamp(there.team.ada, { ...of(there, ramp), version: ramp.version, plan })
    },
  },
  pause: { happens: (there, ramp) => pauseRamp(there.team.publisher, { ...of(there, ramp), why: '' }) },
  resume: { happens: (there, ramp) => resumeRamp(there.team.second, of(there, ramp)) },
  'go on': { happens: (there, ramp) => continueRamp(there.team.second, of(there, ramp)) },
  undo: { happens: (there, ramp) => undoRamp(there.team.publisher, { ...of(there, ramp), why: '' }) },
  'everyone now': { happens: (there, ramp) => finishRamp(there.team.publisher, of(there, ramp)) },
  'everyone now, where approvals are required': {
    edits: true,
    happens: async (there, ramp) => {
      await requireApprovals(there, 1)
      try {
        await finishRamp(there.team.publisher, of(there, ramp))
      } finally {
        await requireApprovals(there, 0)
      }
    },
  },
  'another ramp of the flag is to start': {
    edits: true,
    happens: async ({ propose, start }, { flag }) => start(await propose(flag)),
  },
  'the hold is over': held,
  'the hold is over, the next step is the last': {
    ...held,
    plan: { steps: [...rampSteps.slice(0, 1), ...rampSteps.slice(2)] },
  },
  'the hold is over, the next step asks': { ...held, plan: { steps: askingSteps } },
  'the hold is over, several servers look': {
    happens: async ({ pass, system }) => {
      await Promise.all([pass(hour), takeDueSteps(system), takeDueSteps(system), takeDueSteps(system)])
    },
  },
  'all servers were down for two days': { happens: ({ pass }) => pass(2 * day) },
  'the hold is over in a freeze': {
    happens: async ({ freeze, pass }) => {
      await freeze('Audit', 2 * hour)
      await pass(hour)
    },
  },
  'the freeze ends': {
    happens: async ({ thaw, pass }) => {
      await thaw()
      await pass(minute)
    },
  },
  'the hold is over outside of its hours': { plan: onThisDay(world), happens: ({ pass }) => pass(day) },
  'the hold is over outside of its hours, which begin': {
    plan: onThisDay(world),
    happens: async ({ pass }) => {
      await pass(day)
      await pass(6 * day)
    },
  },
  'the hold is over, who answers for it may not publish any more': {
    happens: async ({ team, db, pass }) => {
      const role = (name: 'viewer' | 'publisher') =>
        db.updateTable('membership').set({ role: name }).where('personId', '=', team.publisher.actor.id).execute()
      await role('viewer')
      await pass(hour)
      await role('publisher')
    },
  },
  'the hold is over, an open change is about its rule': {
    edits: true,
    happens: async ({ team, pass }, { flag }) => {
      const { base, document } = await headIn(team.editor, flag)
      const entry = { kind: 'flag' as const, key: flag, environment: 'production', base, document }
      const entries = [{ ...entry, document: withRules(document, () => []) }]
      await saveChange(team.editor, { project: team.key, title: 'Mine', message: '', entries })
      await pass(hour)
    },
  },
  'the hold is over, a promise refuses the next step': promisedToFew(({ pass }) => pass(hour)),
  'go on, a promise refuses the next step': promisedToFew((there, ramp) =>
    continueRamp(there.team.second, of(there, ramp)),
  ),
  'undo, which a promise refuses': {
    edits: true,
    happens: (there, ramp) =>
      promisedToOne(there, ramp, () => undoRamp(there.team.publisher, { ...of(there, ramp), why: '' })),
  },
  'everyone now, which a promise refuses': promisedToFew((there, ramp) =>
    finishRamp(there.team.publisher, of(there, ramp)),
  ),
  'a guard that undoes is against, a promise refuses that': {
    plan: guardedBy('roll-back'),
    edits: true,
    happens: (there, ramp) =>
      promisedToOne(there, ramp, async () => {
        Object.assign(there.answer, { status: 200, body: verdict('stop') })
        await there.pass(5 * minute)
      }),
  },
  'a guard on users that undoes is against': users('roll-back', { does: failing }),
  'a guard on users that undoes is against, by what pages said': users('roll-back', { does: failing, via: 'client' }),
  'a guard on users that pauses is against': users('pause', { does: failing }),
  'reports of the new variant are missing': users('roll-back', { silent: (variant) => variant === 'on' }),
  'reports of the variant before are missing': users('roll-back', { silent: (variant) => variant === 'off' }),
  'the hold is over, a guard on users sees no harm': users('roll-back', {}, hour),
  'the hold is over, no user was reported': { plan: onUsers('roll-back'), happens: ({ pass }) => pass(hour) },
  'the hold is over, fewer users than the step asks for': users('roll-back', {}, hour, 200),
  'a guard that undoes is against': says('roll-back', 5 * minute, 200, verdict('stop')),
  'a guard that pauses is against': says('pause', 5 * minute, 200, verdict('stop')),
  'the hold is over, a guard waits': says('roll-back', hour, 200, verdict('wait')),
  'the hold is over, a guard cannot see': says('roll-back', hour, 500, ''),
  'the hold is over, a guard could not see and sees again': {
    plan: guardedBy('roll-back'),
    happens: async ({ answer, pass }) => {
      Object.assign(answer, { status: 500, body: '' })
      await pass(hour)
      Object.assign(answer, { status: 200, body: verdict('go') })
      await pass(5 * minute)
    },
  },
  'the flag is turned off': edit((document) => ({ ...document, on: false })),
  'the flag is turned off and on again': {
    edits: true,
    happens: async ({ publishes, pass }, { flag }) => {
      await publishes(flag, (document) => ({ ...document, on: false }))
      await publishes(flag, (document) => ({ ...document, on: true }))
      await pass(0)
    },
  },
  'its own rule is edited': edit((document) =>
    withRules(document, (rules) => rules.map((rule) => ({ ...rule, serve: { variant: 'off' } }))),
  ),
  'its own rule is removed': edit((document) => withRules(document, () => [])),
  'the rule it ramps serves something else': edit(servesHalf),
  'another part of the flag is edited': edit((document) => ({
    ...document,
    visibleToClients: !document.visibleToClients,
  })),
  'somebody publishes what its last step would': edit((document) => ({
    ...withRules(document, () => []),
    otherwise: { variant: 'on' },
  })),
  'the flag is archived': { edits: true, happens: ({ archive }, { flag }) => archive(flag) },
  'the hold is over, its project is archived': { happens: (there) => archived(there, hour) },
  'its project was archived for two days': {
    happens: async (there) => {
      await archived(there, 2 * day)
      await there.pass(0)
    },
  },
  'its environment is deleted': {
    ends: true,
    happens: async ({ team }) =>
      removeEnvironment(await inEnvironment(team.ada, 'production'), { confirm: 'production' }),
  },
})

const requireApprovals = ({ db, team }: RampWorld, requiredApprovals: number) =>
  db
    .updateTable('environment')
    .set({ requiredApprovals })
    .where('projectId', '=', team.ada.project.id)
    .where('key', '=', 'production')
    .execute()
