import { archiveFlag } from '../../src/server/domain/flags/archive-flag.ts'
import { createKey } from '../../src/server/domain/keys/create-key.ts'
import { listEnvironments } from '../../src/server/domain/projects/read-projects.ts'
import { createSegment } from '../../src/server/domain/segments/create-segment.ts'
import { CreateSdkKeyInput } from '../../src/shared/schemas/sdk-key.ts'
import { CreateSegmentInput } from '../../src/shared/schemas/segment-view.ts'
import { aLiveFlag, inEnvironment } from '../support/people.ts'
import { absent, fresh, inDevelopment, inProject, nobody, nothing, project, type Sample, type World } from './sample.ts'
import { accessSamples } from './samples-access.ts'
import { changeSamples } from './samples-changes.ts'
import { importSamples } from './samples-imports.ts'

const aFlagKey = async (world: World) => (await aLiveFlag(world.owner, fresh('flag'))).key
const aFlagOf = (more: object = {}): Sample => ({
  input: async (world) => ({ project: project(world), flag: await aFlagKey(world), ...more }),
})
const withName = (noun: string): Sample => ({
  input: async (world) => ({ project: project(world), key: fresh(noun), name: noun }),
})
const headOf = async ({ owner }: World) => {
  const { id } = (await inEnvironment(owner)).environment
  const row = await owner.db
    .selectFrom('environment')
    .select('headNumber')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return row.headNumber
}

/** One sample for each procedure. A procedure that is not here fails the test of permissions. */
export const samples: Readonly<Record<string, Sample>> = {
  ...accessSamples,
  ...changeSamples,
  ...importSamples,
  'account.status': nothing,
  'account.setUp': {
    input: async () => ({ email: 'second@example.com', name: 'Second', password: 'correct horse battery' }),
    answers: 'setup/done',
  },
  'account.signIn': { input: async ({ credentials }) => credentials },
  'account.signOut': nothing,
  'projects.list': nothing,
  'contexts.recent': inDevelopment(),
  'projects.get': inProject(),
  'projects.create': { input: async () => ({ key: fresh('project'), name: 'Another' }) },
  'projects.edit': inProject({ description: 'What it is for' }),
  'projects.archive': { ...inProject({ confirm: 'another one' }), answers: 'request/invalid' },
  'projects.listArchived': nothing,
  'projects.restore': absent('project/not-found', { key: 'nowhere' }, 'installation'),
  'environments.list': inProject(),
  'environments.create': {
    input: async (world) => ({ project: project(world), key: fresh('environment'), name: 'Another', colour: 'blue' }),
  },
  'environments.edit': inDevelopment({ name: 'Development' }),
  'environments.order': {
    input: async (world) => ({
      project: project(world),
      environments: (await listEnvironments(world.owner)).map((one) => one.key),
    }),
  },
  'environments.delete': { ...inDevelopment({ confirm: 'another one' }), answers: 'request/invalid' },
  'keys.list': inProject(),
  'keys.create': inDevelopment({ kind: 'server', name: 'A program' }),
  'keys.revoke': {
    input: async (world) => {
      const ctx = await inEnvironment(world.owner)
      const scope = { project: project(world), environment: 'development' }
      const { key } = await createKey(ctx, CreateSdkKeyInput.parse({ ...scope, kind: 'server', name: 'A program' }))
      return { project: project(world), id: key.id }
    },
  },
  'flags.list': inProject(),
  'flags.keys': inProject(),
  'flags.get': aFlagOf(),
  'flags.requiredBy': aFlagOf(),
  'flags.listAsOf': inProject({ at: '2026-01-01T00:00:00.000Z' }),
  'flags.getAsOf': aFlagOf({ at: '2026-01-01T00:00:00.000Z' }),
  'flags.create': withName('flag'),
  'flags.update': aFlagOf({ name: 'Renamed' }),
  // it leaves production too, which is protected
  'flags.archive': { ...aFlagOf(), needs: 'revision.publish-protected' },
  'flags.restore': {
    input: async (world) => {
      const flag = await aFlagKey(world)
      await archiveFlag(world.owner, { flag })
      return { project: project(world), flag }
    },
  },
  'flags.delete': {
    input: async (world) => {
      const flag = await aFlagKey(world)
      await archiveFlag(world.owner, { flag })
      return { project: project(world), flag, confirm: flag }
    },
  },
  'flags.archiveMany': {
    input: async (world) => ({ project: project(world), flags: [await aFlagKey(world)] }),
    needs: 'revision.publish-protected',
  },
  'flags.restoreMany': {
    input: async (world) => {
      const flag = await aFlagKey(world)
      await archiveFlag(world.owner, { flag })
      return { project: project(world), flags: [flag] }
    },
  },
  'insights.states': inProject(),
  'insights.lives': {
    input: async (world) => ({ project: project(world), flags: [await aFlagKey(world)] }),
  },
  'insights.rollouts': inProject(),
  'insights.evaluations': inProject(),
  'history.timeline': inProject({ from: '2026-01-01T00:00:00.000Z', until: '2026-12-31T00:00:00.000Z' }),
  'history.everywhere': inProject(),
  'insights.notes': inProject(),
  'readings.ofEnvironment': inDevelopment(),
  'readings.ofFlag': {
    input: async (world) => ({ project: project(world), environment: 'development', flag: await aFlagKey(world) }),
  },
  'insights.usage': {
    input: async (world) => ({ project: project(world), environment: 'development', flag: await aFlagKey(world) }),
  },
  'flags.switch': {
    input: async (world) => {
      const flag = await aFlagKey(world)
      return { project: project(world), environment: 'development', flag, on: false, base: await headOf(world) }
    },
  },
  'segments.list': inProject(),
  'segments.get': {
    input: async (world) => {
      const input = { project: project(world), key: fresh('segment'), name: 'Segment' }
      const { key } = await createSegment(world.owner, CreateSegmentInput.parse(input))
      return { project: project(world), segment: key }
    },
  },
  'segments.create': withName('segment'),
  'attributes.list': inProject(),
  'views.list': inProject(),
  'views.save': {
    input: async (world) => ({ project: project(world), name: fresh('view'), query: 'is:stale', shared: true }),
    needs: 'view.share',
  },
  'views.remove': absent('view/not-found', nobody),
  'promises.list': inProject(),
  'promises.check': {
    input: async (world) => ({
      project: project(world),
      sentence: `nobody gets ${await aFlagKey(world)} default in code`,
    }),
  },
  'promises.save': {
    input: async (world) => {
      const sentence = `nobody gets ${await aFlagKey(world)} default in code`
      const key = fresh('promise')
      return { project: project(world), key, name: key, sentence, environments: ['development'] }
    },
    needs: 'promise.edit',
  },
  'promises.remove': absent('promise/not-found', { key: 'nothing' }),
  'attributes.save': inProject({ name: 'country', type: 'string' }),
  'attributes.remove': absent('attribute/not-found', { name: 'nothing' }),
  'revisions.publish': {
    input: async (world) => {
      const key = await aFlagKey(world)
      const entries = [{ kind: 'flag', key, document: null }]
      return { project: project(world), environment: 'development', base: await headOf(world), entries }
    },
  },
  'revisions.list': inDevelopment(),
  'live.events': inProject(),
  'live.inbox': nothing,
  'presence.tell': aFlagOf({ tab: 'a-tab', editing: null, here: true }),
}
