import { randomBytes } from 'node:crypto'
import { uuidv7 } from 'uuidv7'
import { createFlag } from '../../src/server/features/flags/create-flag.ts'
import { createProject } from '../../src/server/features/projects/create-project.ts'
import type { Db } from '../../src/server/platform/db/pool.ts'
import type { Actor } from '../../src/server/platform/kernel/actor.ts'
import type { Ctx, EnvironmentCtx, ProjectCtx } from '../../src/server/platform/kernel/ctx.ts'
import { proveEnvironment, proveProject } from '../../src/server/platform/kernel/scope.ts'
import { CreateFlagInput } from '../../src/shared/features/flags/schemas/flag-view.ts'
import type { Role } from '../../src/shared/permissions.ts'

const silent = () => undefined

/** A context for an actor, like transports create it. */
export const contextOf = (db: Db, actor: Actor, now = () => new Date()): Ctx => ({
  db,
  actor,
  now,
  newId: uuidv7,
  newSecret: (size) => randomBytes(size).toString('base64url'),
  origin: { requestId: uuidv7(), address: '127.0.0.1', userAgent: 'test' },
  log: { error: silent, warn: silent, info: silent },
})

/** Creates a signed-in user in the database. */
export async function aPerson(db: Db, name: string, instanceRole: 'owner' | 'member' = 'member'): Promise<Actor> {
  const id = uuidv7()
  const email = `${name.toLowerCase()}-${id}@example.com`
  await db
    .insertInto('person')
    .values({
      id,
      email,
      name,
      instanceRole,
      passwordHash: null,
      disabledAt: null,
      lastSeenAt: null,
      createdAt: new Date(),
    })
    .execute()
  return { kind: 'user', id, name, email, instanceRole, session: { id: uuidv7(), authenticatedAt: new Date() } }
}

/** Makes a user a member of a project, in all or some environments. */
export async function join(
  db: Db,
  actor: Actor,
  project: string,
  role: Exclude<Role, 'owner'>,
  environments?: string[],
) {
  if (actor.kind !== 'user') throw new Error('only people join projects')
  const { id: projectId } = await db
    .selectFrom('project')
    .select('id')
    .where('key', '=', project)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('membership')
    .values({ projectId, personId: actor.id, role, environments: environments ?? null, createdAt: new Date() })
    .execute()
}

/** Creates a project with its first environments, by an owner. */
export async function aProject(
  db: Db,
  key = `p-${randomBytes(4).toString('hex')}`,
): Promise<{ owner: Ctx; project: ProjectCtx }> {
  const owner = contextOf(db, await aPerson(db, 'Ada', 'owner'))
  await createProject(owner, { key, name: key, description: '' })
  return { owner, project: { ...owner, project: await proveProject(db, owner.actor, key) } }
}

/** The same context in one environment of its project. */
export const inEnvironment = async (ctx: ProjectCtx, key = 'development'): Promise<EnvironmentCtx> => ({
  ...ctx,
  environment: await proveEnvironment(ctx.db, ctx.project, key),
})

/** A boolean flag, on in development by default. */
export const aLiveFlag = (ctx: ProjectCtx, key: string, onIn: string[] = ['development']) =>
  createFlag(ctx, CreateFlagInput.parse({ project: ctx.project.key, key, name: key, onIn }))
