import { createServiceToken } from '../../src/server/features/access/keys/create-token.ts'
import { saveEvent } from '../../src/server/features/events/save-event.ts'
import { createLayer } from '../../src/server/features/experiments/layers/layers.ts'
import { createFlag } from '../../src/server/features/flags/create-flag.ts'
import { createMetric } from '../../src/server/features/metrics/create-metric.ts'
import { publish } from '../../src/server/features/publishing/publish.ts'
import { createSegment } from '../../src/server/features/segments/create-segment.ts'
import type { Db } from '../../src/server/platform/db/pool.ts'
import { postgresqlStore } from '../../src/server/platform/event-store/postgresql/store.ts'
import { KeyedSemaphore } from '../../src/server/platform/http/keyed-semaphore.ts'
import { appRouter } from '../../src/server/platform/http/trpc/app-router.ts'
import type { TrpcCtx } from '../../src/server/platform/http/trpc/trpc.ts'
import type { Actor } from '../../src/server/platform/kernel/actor.ts'
import { createVault } from '../../src/server/platform/kernel/vault.ts'
import { preview } from '../../src/server/platform/threads/uploads/preview-job.ts'
import { CreateFlagInput } from '../../src/shared/features/flags/schemas/flag-view.ts'
import { MetricDefinition } from '../../src/shared/features/metrics/schemas/metric.ts'
import type { Entry } from '../../src/shared/features/publishing/schemas/revision.ts'
import type { DocumentsBySubject } from './answers-of.ts'
import { aPerson, aProject, contextOf, inEnvironment, join } from './people.ts'
import type { Random } from './random.ts'
import { randomFlag, randomSegment, smallFlags, smallSegments } from './random-documents.ts'

const roles = ['viewer', 'editor', 'publisher', 'admin', 'owner'] as const
type Role = (typeof roles)[number]

/** An actor, with what the test knows about them independently of the server. */
export type ApprovalActor = {
  name: string
  actor: Actor
  /** The users behind the actor's actions: one, or all holders of the token. */
  people: readonly string[]
  api: ReturnType<typeof appRouter.createCaller>
}

/** A project whose staging and production require approvals, with users and tokens of all kinds. */
export type World = {
  db: Db
  key: string
  clock: { ms: number }
  everyone: readonly ApprovalActor[]
  /** Each user's role in each environment, as the test knows it: by name, then environment. */
  standing: Map<string, Map<string, Role>>
  environments: readonly { key: string; id: string }[]
  /** Number of required approvals, by environment key. */
  requires: Map<string, number>
}

export const mayApprove = (world: World, person: string, environment: string): boolean =>
  roles.indexOf(world.standing.get(person)?.get(environment) ?? 'viewer') >= roles.indexOf('publisher')

export async function aWorld(db: Db, random: Random): Promise<World> {
  const clock = { ms: Date.parse('2026-11-20T08:00:00Z') }
  const now = () => new Date(clock.ms)
  const { owner, project } = await aProject(db)
  const { key } = project.project
  const standing: World['standing'] = new Map()
  const everyone: ApprovalActor[] = []
  // One database for all purposes, and no rate limits.
  const open = {
    pools: { door: db, read: db, publish: db },
    turns: new KeyedSemaphore(1, 60_000, 100),
    spend: () => undefined,
    inTurn: (act: () => unknown) => act(),
    ...{ measure: postgresqlStore, vault: createVault('of this test'), uploads: { preview } },
  }
  const enter = (name: string, actor: Actor, people: readonly string[]) => {
    // Safe cast: the procedures called here use no more of the context.
    const ctx = { ...contextOf(db, actor, now), ...open, refused: undefined } as unknown as TrpcCtx
    const api = appRouter.createCaller(ctx)
    everyone.push({ name, actor, people, api })
  }
  const setStanding = (name: string, role: Role, only: readonly string[] | null) =>
    standing.set(
      name,
      new Map(
        ['development', 'staging', 'production'].map((one) => [one, only && !only.includes(one) ? 'viewer' : role]),
      ),
    )
  setStanding('Ada', 'owner', null)
  enter('Ada', owner.actor, ['Ada'])
  const member = async (name: string, role: Exclude<Role, 'owner'>, only: string[] | null = null) => {
    const actor = await aPerson(db, name)
    await join(db, actor, key, role, only ?? undefined)
    setStanding(name, role, only)
    enter(name, actor, [name])
    return actor
  }
  await member('Adam', 'admin')
  const pia = await member('Pia', 'publisher')
  await member('Paul', 'publisher')
  await member('Stan', 'publisher', ['staging'])
  const eda = await member('Eda', 'editor')
  await member('Vera', 'viewer')

  const admin = { ...contextOf(db, owner.actor, now), project: project.project }
  const made = { project: key, name: 'robot', role: 'publisher' as const, environments: null, expiresInDays: null }
  const { token } = await createServiceToken(admin, made)
  const scopes = (environments: string[] | null) => [{ project: key, role: 'publisher' as const, environments }]
  enter('robot', { kind: 'token', id: token.id, name: 'robot', person: null, scopes: scopes(null) }, ['Ada'])
  if (pia.kind !== 'user') throw new Error('Pia is a person')
  const person = { id: pia.id, name: pia.name, instanceRole: pia.instanceRole }
  enter('Pia in staging', { kind: 'token', id: pia.id, name: 'laptop', person, scopes: scopes(['staging']) }, ['Pia'])

  // Tokens that cannot edit or publish, and one that publishes elsewhere.
  if (eda.kind !== 'user') throw new Error('Eda is a person')
  const edits = (name: string) => [{ project: name, role: 'editor' as const, environments: null }]
  const agent = { id: eda.id, name: eda.name, instanceRole: eda.instanceRole }
  enter('Eda’s agent', { kind: 'token', id: eda.id, name: 'agent', person: agent, scopes: edits(key) }, ['Eda'])
  const elsewhere = scopes(null).map((scope) => ({ ...scope, project: 'elsewhere' }))
  enter('stranger', { kind: 'token', id: eda.id, name: 'stranger', person: agent, scopes: elsewhere }, ['Eda'])

  const bought = { project: key, key: 'bought', name: 'bought', description: '', properties: {}, fromClients: true }
  await saveEvent(admin, { ...bought, value: null })
  const measured = { name: 'bought', better: 'more', from: 'anyone', window: { length: 'P1D' }, lag: 'PT10M' }
  const definition = { ...measured, measure: { kind: 'proportion', of: { event: 'bought' } } }
  await createMetric(admin, { key: 'bought', definition: MetricDefinition.parse(definition) })
  await createLayer(admin, { project: key, key: 'line', name: 'line', by: null })

  for (const flag of smallFlags)
    await createFlag(admin, CreateFlagInput.parse({ project: key, key: flag, name: flag, type: 'boolean', variants }))
  for (const segment of smallSegments) {
    const document = { included: [], excluded: [], when: null }
    await createSegment(admin, { project: key, key: segment, name: segment, description: '', document })
  }
  const environments: { key: string; id: string }[] = []
  for (const name of ['staging', 'production']) {
    const there = await inEnvironment(admin, name)
    environments.push({ key: name, id: there.environment.id })
    for (let round = 0; round < 2; round += 1) {
      for (const entry of ground(random)) {
        const base = await headOf(db, there.environment.id)
        // A document that breaks a rule is rejected, and the current one stays.
        await publish(there, { base, message: 'ground', entries: [entry], cleared: true }).catch(() => undefined)
      }
    }
    await db
      .updateTable('environment')
      .set({ protected: true, requiredApprovals: 1 })
      .where('id', '=', there.environment.id)
      .execute()
  }
  const requires = new Map(environments.map((one) => [one.key, 1]))
  return { db, key, clock, everyone, standing, environments, requires }
}

const variants = [
  { key: 'on', value: true },
  { key: 'half', value: true },
  { key: 'off', value: false },
]

const ground = (random: Random): Entry[] => [
  ...smallSegments.map((key): Entry => ({ kind: 'segment', key, document: randomSegment(random, key) })),
  ...smallFlags.toReversed().map((key): Entry => ({ kind: 'flag', key, document: randomFlag(random, key) })),
]

/** Returns the number of an environment's latest revision. */
export async function headOf(db: Db, id: string): Promise<number> {
  const { headNumber } = await db
    .selectFrom('environment')
    .select('headNumber')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return headNumber
}

/** Reads all documents of an environment as of revision `number`, from the log entry by entry. */
export async function stateAt(db: Db, id: string, number: number): Promise<DocumentsBySubject> {
  const rows = await db
    .selectFrom('entry')
    .select(['kind', 'key', 'document'])
    .where('environmentId', '=', id)
    .where('number', '<=', number)
    .orderBy('number')
    .execute()
  const state = new Map<string, NonNullable<(typeof rows)[number]['document']>>()
  for (const { kind, key, document } of rows) {
    if (document === null) state.delete(`${kind}/${key}`)
    else state.set(`${kind}/${key}`, document)
  }
  return state
}
