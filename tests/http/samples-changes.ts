import { saveChange } from '../../src/server/features/changes/save-change.ts'
import { headsOf } from '../../src/server/features/publishing/queries.ts'
import { saveRampPlan } from '../../src/server/features/ramps/ramp-plans.ts'
import { SaveChangeInput } from '../../src/shared/features/changes/schemas/change.ts'
import { SavedRampPlan } from '../../src/shared/features/ramps/schemas/ramp.ts'
import { aLiveFlag, inEnvironment } from '../support/people.ts'
import { absent, fresh, inDevelopment, inProject, nobody, project, type Sample, type World } from './sample.ts'

/**
 * A change that does not exist. The tests of changes cover the permissions that an action needs in its environments.
 */
const noChange = (more: object = {}) => absent('change/not-found', { change: 999_999, ...more })

/** A ramp that does not exist. The tests of ramps cover the permissions that an action needs in its environment. */
const noRamp = (more: object = {}) => absent('run/not-found', { ramp: 999_999, ...more })

const aPlan = { name: 'slow', steps: [{ share: 1_000, hold: 'PT1H' }, { share: 100_000 }] }

const anEntry = async ({ owner }: World) => {
  const { key } = await aLiveFlag(owner, fresh('flag'))
  const { environment } = await inEnvironment(owner)
  const { headNumber } = await owner.db
    .selectFrom('environment')
    .select('headNumber')
    .where('id', '=', environment.id)
    .executeTakeFirstOrThrow()
  return { environment: 'development', kind: 'flag' as const, key, base: headNumber, document: null }
}
const aChange = async (world: World) => {
  const entries = [await anEntry(world)]
  return saveChange(world.owner, SaveChangeInput.parse({ project: project(world), title: 'A change', entries }))
}
const fromStaging = { from: 'staging', to: 'development' }

export const changeSamples: Readonly<Record<string, Sample>> = {
  'changes.get': { input: async (world) => ({ project: project(world), change: (await aChange(world)).number }) },
  'changes.save': {
    input: async (world) => ({ project: project(world), title: 'A change', entries: [await anEntry(world)] }),
  },
  'files.applyAll': {
    input: async (world) => ({
      project: project(world),
      title: 'From files',
      edits: [{ flag: (await aLiveFlag(world.owner, fresh('flag'))).key, name: 'Another' }],
    }),
  },
  'changes.edit': noChange({ version: 1, title: 'Another' }),
  'changes.publish': noChange(),
  'changes.requestReview': noChange(),
  'changes.approve': noChange({ version: 1 }),
  'changes.requestChanges': noChange({ body: 'Please not' }),
  'changes.comment': {
    input: async (world) => ({ project: project(world), change: (await aChange(world)).number, body: 'Why?' }),
  },
  'changes.applyNow': noChange(),
  'changes.schedule': noChange({ at: '2030-01-01T00:00:00.000Z', zone: 'Europe/Vienna' }),
  'changes.unschedule': noChange(),
  'changes.rebase': noChange(),
  'changes.withdraw': noChange(),
  'changes.bypass': noChange({ reason: 'It burns' }),
  'drafts.save': { input: async (world) => ({ project: project(world), entry: await anEntry(world) }) },
  'drafts.discard': inProject({ places: [{ environment: 'development', kind: 'flag', key: 'nowhere' }] }),
  'ramps.get': absent('run/not-found', { ramp: 999_999 }),
  'ramps.propose': {
    input: async (world) => {
      const { key } = await aLiveFlag(world.owner, fresh('flag'), [])
      const there = await inEnvironment(world.owner)
      const { headNumber } = await world.owner.db
        .selectFrom('environment')
        .select('headNumber')
        .where('id', '=', there.environment.id)
        .executeTakeFirstOrThrow()
      const plan = { rule: null, to: 'on', steps: [{ share: 1_000, hold: 'PT1H' }, { share: 100_000 }] }
      const [head] = await headsOf(world.owner.db, there.environment, [{ kind: 'flag', key }])
      const document = { ...head?.document, on: true, otherwise: { variant: 'off' } }
      return { project: project(world), environment: 'development', flag: key, base: headNumber, plan, document }
    },
  },
  'ramps.looks': absent('run/not-found', { ramp: 999_999 }),
  'ramps.edit': noRamp({
    version: 1,
    plan: { rule: null, to: 'on', steps: [{ share: 1_000, hold: 'PT1H' }, { share: 100_000 }] },
  }),
  'ramps.pause': noRamp(),
  'ramps.resume': noRamp({ version: 1 }),
  'ramps.goOn': noRamp({ version: 1 }),
  'ramps.rollBack': noRamp(),
  'ramps.finish': noRamp({ version: 1 }),
  'rampPlans.save': { input: async (world) => ({ project: project(world), plan: aPlan }) },
  'rampPlans.remove': {
    input: async (world) => {
      await saveRampPlan(world.owner, { plan: SavedRampPlan.parse(aPlan) })
      return { project: project(world), name: aPlan.name }
    },
  },
  'guardSources.save': absent('webhook/address-not-allowed', {
    ...{ key: 'prometheus', kind: 'prometheus', url: 'http://127.0.0.1:9090' },
  }),
  'guardSources.test': absent('source/not-found', { key: 'nothing' }),
  'guardSources.renewSecret': absent('source/not-found', { key: 'nothing' }),
  'guardSources.remove': inProject({ key: 'nothing' }),
  'freezes.add': inDevelopment({ from: '2030-01-01T00:00:00.000Z', to: '2030-01-02T00:00:00.000Z', why: 'Sale' }),
  'freezes.setHours': inDevelopment({ hours: null }),
  'freezes.remove': absent('freeze/not-found', () => ({ environment: 'development', ...nobody() })),
  'history.diff': inDevelopment({ from: 0, to: 1 }),
  'history.versions': inDevelopment({ kind: 'flag', key: 'checkout' }),
  'history.explain': {
    input: async (world) => {
      const { key } = await aLiveFlag(world.owner, fresh('flag'))
      return { project: project(world), environment: 'development', flag: key }
    },
  },
  'history.restore': absent('revision/not-found', { environment: 'development', to: 999_999, base: 0 }),
  'history.compare': inProject(fromStaging),
  'history.promotion': {
    input: async (world) => {
      const { key } = await anEntry(world)
      return { project: project(world), ...fromStaging, subjects: [{ kind: 'flag', key }] }
    },
  },
  'history.promote': {
    input: async (world) => {
      const { key } = await anEntry(world)
      return { project: project(world), ...fromStaging, subjects: [{ kind: 'flag', key }], base: 0 }
    },
  },
}
