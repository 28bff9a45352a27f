import { createKey } from '../../src/server/features/access/keys/create-key.ts'
import { archiveFlag } from '../../src/server/features/flags/archive-flag.ts'
import { listEnvironments } from '../../src/server/features/projects/read-projects.ts'
import { createSegment } from '../../src/server/features/segments/create-segment.ts'
import { CreateSdkKeyInput } from '../../src/shared/features/access/schemas/sdk-key.ts'
import { CreateSegmentInput } from '../../src/shared/features/segments/schemas/segment-view.ts'
import { aLiveFlag, inEnvironment } from '../support/people.ts'
import { absent, fresh, inDevelopment, inProject, nobody, project, type Sample, type World } from './sample.ts'
import { accessSamples } from './samples-access.ts'
import { changeSamples } from './samples-changes.ts'
import { derivedSamples } from './samples-derived.ts'
import { importSamples } from './samples-imports.ts'

/** A setup with a metric that does not exist. */
const aSetup = {
  arms: [
    { variant: 'off', weight: 50_000 },
    { variant: 'on', weight: 50_000 },
  ],
  primary: ['nothing'],
}
const aMetric = {
  name: 'Buyers',
  better: 'more',
  from: 'anyone',
  measure: { kind: 'proportion', of: { event: 'nothing' } },
}
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

/**
 * A sample input for each procedure that needs more than the derived ones. A procedure without a sample fails the
 * permissions test.
 */
export const samples: Readonly<Record<string, Sample>> = {
  ...derivedSamples,
  ...accessSamples,
  ...changeSamples,
  ...importSamples,
  'account.setUp': {
    input: async () => ({ email: 'second@example.com', name: 'Second', password: 'correct horse battery' }),
    answers: 'setup/done',
  },
  'account.signIn': { input: async ({ credentials }) => credentials },
  'projects.create': { input: async () => ({ key: fresh('project'), name: 'Another' }) },
  'projects.edit': { input: async (world) => ({ project: project(world), description: fresh('what-it-is-for') }) },
  'projects.archive': { ...inProject({ confirm: 'another one' }), answers: 'request/invalid' },
  'projects.restore': absent('project/not-found', { key: 'nowhere' }, 'installation'),
  'environments.create': {
    input: async (world) => ({ project: project(world), key: fresh('environment'), name: 'Another', colour: 'blue' }),
  },
  'environments.edit': {
    input: async (world) => ({ project: project(world), environment: 'development', name: fresh('development') }),
  },
  'environments.order': {
    input: async (world) => ({
      project: project(world),
      environments: (await listEnvironments(world.owner)).map((one) => one.key).reverse(),
    }),
  },
  'environments.delete': { ...inDevelopment({ confirm: 'another one' }), answers: 'request/invalid' },
  'keys.create': inDevelopment({ kind: 'server', name: 'A program' }),
  'keys.revoke': {
    input: async (world) => {
      const ctx = await inEnvironment(world.owner)
      const scope = { project: project(world), environment: 'development' }
      const { key } = await createKey(ctx, CreateSdkKeyInput.parse({ ...scope, kind: 'server', name: 'A program' }))
      return { project: project(world), id: key.id }
    },
  },
  'flags.get': aFlagOf(),
  'flags.requiredBy': aFlagOf(),
  'graph.around': inDevelopment({ focus: { kind: 'flag', key: 'nothing' } }),
  'graph.whole': inDevelopment(),
  'builds.ofFlag': aFlagOf(),
  'builds.dismissUnknown': inProject({ flag: 'nothing', dismissed: true }),
  'builds.readers': inDevelopment({ flags: ['nothing'] }),
  'references.ofFlag': aFlagOf(),
  'references.replace': inProject({ repository: 'acme/shop', branch: 'main', commit: 'abcdef1', references: [] }),
  'graph.hanging': inProject({ focus: { kind: 'flag', key: 'nothing' } }),
  'flags.listAsOf': inProject({ at: '2026-01-01T00:00:00.000Z' }),
  'flags.getAsOf': aFlagOf({ at: '2026-01-01T00:00:00.000Z' }),
  'flags.create': withName('flag'),
  'flags.update': aFlagOf({ name: 'Renamed' }),
  // Archiving also affects production, which is protected.
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
  'insights.lives': {
    input: async (world) => ({ project: project(world), flags: [await aFlagKey(world)] }),
  },
  'history.timeline': inProject({ from: '2026-01-01T00:00:00.000Z', until: '2026-12-31T00:00:00.000Z' }),
  'readings.ofFlag': {
    input: async (world) => ({ project: project(world), environment: 'development', flag: await aFlagKey(world) }),
  },
  'readings.examples': {
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
  'segments.get': {
    input: async (world) => {
      const input = { project: project(world), key: fresh('segment'), name: 'Segment' }
      const { key } = await createSegment(world.owner, CreateSegmentInput.parse(input))
      return { project: project(world), segment: key }
    },
  },
  'segments.create': withName('segment'),
  'views.save': {
    input: async (world) => ({ project: project(world), name: fresh('view'), query: 'is:stale', shared: true }),
    needs: 'view.share',
  },
  'views.remove': absent('view/not-found', nobody),
  'promises.list': inProject(),
  'promises.sentences': inProject(),
  'promises.check': {
    input: async (world) => ({
      project: project(world),
      sentence: `nobody gets ${await aFlagKey(world)} default in code`,
    }),
  },
  'promises.touched': {
    input: async (world) => {
      const subjects = [{ kind: 'flag', key: await aFlagKey(world) }]
      return { project: project(world), environment: 'development', subjects, named: [] }
    },
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
  'sources.get': absent('source/not-found', { source: 'nothing' }),
  // The host does not exist.
  'sources.save': absent('source/unreachable', {
    ...{ environment: 'development', key: 'shop', kind: 'postgresql', host: 'nothing.invalid', port: 5432 },
    ...{ database: 'shop', user: 'reader', tls: 'off', password: 'secret' },
  }),
  'sources.check': absent('source/not-found', { source: 'nothing' }),
  'sources.archive': absent('source/not-found', { source: 'nothing' }),
  'facts.reads': absent('source/not-found', { source: 'nothing', event: 'orders' }),
  'facts.preview': absent('source/not-found', { source: 'nothing', query: 'select 1' }),
  'facts.save': absent('source/not-found', { source: 'nothing', event: 'orders', query: 'select 1' }),
  'facts.readNow': absent('source/not-found', { source: 'nothing', event: 'orders' }),
  'facts.archive': absent('source/not-found', { source: 'nothing', event: 'orders' }),
  'events.save': inProject({ key: 'purchase', name: 'Purchase' }),
  'events.archive': absent('event/not-found', { event: 'nothing' }),
  // No event is declared.
  'metrics.get': absent('metric/not-found', { metric: 'nothing' }),
  'metrics.create': absent('metric/invalid', { key: 'nothing', definition: aMetric }),
  'metrics.update': absent('metric/not-found', { metric: 'nothing', definition: aMetric }),
  'metrics.preview': absent('metric/invalid', { environment: 'development', definition: aMetric }),
  'metrics.archive': absent('metric/not-found', { metric: 'nothing' }),
  // No metric exists.
  'experiments.get': absent('experiment/not-found', { experiment: 'nothing' }),
  'experiments.runs': absent('experiment/not-found', { experiment: 'nothing' }),
  'experiments.plan': absent('experiment/invalid', { environment: 'development', setup: aSetup }),
  'experiments.results': absent('experiment/not-found', { experiment: 'nothing' }),
  'experiments.report': absent('experiment/not-found', { experiment: 'nothing' }),
  'experiments.sums': absent('experiment/not-found', { experiment: 'nothing' }),
  'experiments.people': absent('experiment/not-found', { experiment: 'nothing' }),
  'experiments.create': {
    input: async (world) => {
      const flag = await aFlagKey(world)
      return {
        project: project(world),
        environment: 'development',
        key: fresh('experiment'),
        name: 'Some',
        flag,
        setup: aSetup,
      }
    },
    answers: 'experiment/invalid',
  },
  'experiments.edit': absent('experiment/not-found', { experiment: 'nothing', name: 'Other' }),
  'experiments.start': absent('experiment/not-found', { experiment: 'nothing', base: 0 }),
  'experiments.again': absent('experiment/not-found', { experiment: 'nothing', base: 0 }),
  'experiments.grow': absent('experiment/not-found', { experiment: 'nothing', base: 0, share: 50_000 }),
  'experiments.addMetric': absent('experiment/not-found', { experiment: 'nothing', metric: 'any' }),
  'experiments.stop': absent('experiment/not-found', { experiment: 'nothing', how: 'as-before' }),
  'experiments.decide': absent('experiment/not-found', {
    experiment: 'nothing',
    what: 'keep',
    sentence: 'Nothing moved.',
  }),
  'experiments.archive': absent('experiment/not-found', { experiment: 'nothing' }),
  'layers.create': { input: async (world) => ({ project: project(world), key: fresh('layer'), name: 'Checkout' }) },
  'layers.remove': absent('layer/not-found', { layer: 'nothing' }),
  'units.forget': inProject({ unit: 'nobody' }),
  'attributes.save': { input: async (world) => ({ project: project(world), name: fresh('country'), type: 'string' }) },
  'attributes.remove': absent('attribute/not-found', { name: 'nothing' }),
  'revisions.publish': {
    input: async (world) => {
      const key = await aFlagKey(world)
      const entries = [{ kind: 'flag', key, document: null }]
      return { project: project(world), environment: 'development', base: await headOf(world), entries }
    },
  },
  'presence.tell': aFlagOf({ tab: 'a-tab', editing: null, here: true }),
}
