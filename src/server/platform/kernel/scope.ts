import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { Role } from '../../../shared/permissions.ts'
import type { Db } from '../db/pool.ts'
import { type Actor, personIdOf } from './actor.ts'
import { effectiveRoleIn } from './effective-role.ts'

declare const proven: unique symbol

/** An existing project that the actor may see. Only this module creates them. */
export type ProvenProject = {
  readonly id: string
  readonly key: string
  readonly name: string
  readonly role: Role
  /** Keys of the environments in which the role applies. Null means all. Elsewhere the actor is a viewer. */
  readonly environments: readonly string[] | null
  /** Whether publishes are rejected that would remove a flag which SDKs of other vendors still read. */
  readonly protectReaders: boolean
  readonly [proven]: 'project'
}

/** An environment of a proven project, with the actor's role in it. Only this module creates them. */
export type ProvenEnvironment = {
  readonly id: string
  readonly key: string
  readonly name: string
  readonly projectId: string
  readonly protected: boolean
  readonly requiredApprovals: number
  /** Share of sampled contexts that one publish may move without an impact review. Null disables the review. */
  readonly moveLimitPer100k: number | null
  readonly role: Role
  readonly [proven]: 'environment'
}

/** Returns the project with this key. Throws `project/not-found` also if the actor may not know that it exists. */
export async function proveProject(db: Db, actor: Actor, key: string): Promise<ProvenProject> {
  const row = await db
    .selectFrom('project')
    .leftJoin('membership', (join) =>
      join.onRef('membership.projectId', '=', 'project.id').on('membership.personId', '=', personOf(actor)),
    )
    .select(['project.id', 'project.key', 'project.name', 'project.protectReaders'])
    .select(['membership.role', 'membership.environments'])
    .where('project.key', '=', key)
    .where('project.archivedAt', 'is', null)
    .executeTakeFirst()
  const effective =
    row && effectiveRoleIn(actor, row.key, row.role && { role: row.role, environments: row.environments })
  if (!row || !effective) {
    throw new FanionError(
      'project/not-found',
      { project: key },
      `Project "${key}" doesn’t exist, or you don’t have access to it.`,
    )
  }
  const { role, environments } = effective
  const { id, name, protectReaders } = row
  return brand<ProvenProject>({ id, key: row.key, name, role, environments, protectReaders })
}

/** Returns the environment with this key, or throws `environment/not-found`. */
export async function proveEnvironment(db: Db, project: ProvenProject, key: string): Promise<ProvenEnvironment> {
  const row = await db
    .selectFrom('environment')
    .select(['id', 'key', 'name', 'projectId', 'protected', 'requiredApprovals', 'moveLimitPer100k'])
    .where('projectId', '=', project.id)
    .where('key', '=', key)
    .executeTakeFirst()
  if (!row) {
    const sentence = `Project "${project.key}" has no environment "${key}".`
    throw new FanionError('environment/not-found', { project: project.key, environment: key }, sentence)
  }
  return brand<ProvenEnvironment>({ ...row, role: roleIn(project, key) })
}

/** Returns all environments of a proven project, in their configured order. */
export async function proveEnvironments(db: Db, project: ProvenProject): Promise<ProvenEnvironment[]> {
  const rows = await db
    .selectFrom('environment')
    .select(['id', 'key', 'name', 'projectId', 'protected', 'requiredApprovals', 'moveLimitPer100k'])
    .where('projectId', '=', project.id)
    .orderBy('position')
    .execute()
  return rows.map((row) => brand<ProvenEnvironment>({ ...row, role: roleIn(project, row.key) }))
}

/** Returns the actor's role in one environment: viewer outside the environments of a limited membership. */
export const roleIn = (project: ProvenProject, environment: string): Role =>
  project.environments === null || project.environments.includes(environment) ? project.role : 'viewer'

// No user has the nil id, so it matches no membership.
const personOf = (actor: Actor) => personIdOf(actor) ?? '00000000-0000-0000-0000-000000000000'

// Safe cast: the brand exists only in types, and only this file applies it.
const brand = <T>(row: Omit<T, typeof proven>): T => row as T
