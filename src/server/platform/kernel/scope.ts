import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { Role } from '../../../shared/permissions.ts'
import type { Db } from '../db/pool.ts'
import { type Actor, personIdOf } from './actor.ts'
import { effectiveRoleIn } from './effective-role.ts'

declare const proven: unique symbol

/** A project that exists and that the actor may see; made only here. */
export type ProvenProject = {
  readonly id: string
  readonly key: string
  readonly name: string
  readonly role: Role
  /** Environment keys the role holds in; null for all. Elsewhere the actor is a viewer. */
  readonly environments: readonly string[] | null
  /** Whether a publish is held back that leaves SDKs of other systems without a flag they read. */
  readonly protectReaders: boolean
  readonly [proven]: 'project'
}

/** An environment of a proven project, with the actor's role in it; made only here. */
export type ProvenEnvironment = {
  readonly id: string
  readonly key: string
  readonly name: string
  readonly projectId: string
  readonly protected: boolean
  readonly requiredApprovals: number
  /** The share of contexts seen that a publish may move without a review; null where none is needed. */
  readonly moveLimitPer100k: number | null
  readonly role: Role
  readonly [proven]: 'environment'
}

/** The project of this key, or `project/not-found`, also where the actor may not know that it exists. */
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

/** The environment of this key, or `environment/not-found`. */
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

/** Every environment of a proven project, in the order people gave them. */
export async function proveEnvironments(db: Db, project: ProvenProject): Promise<ProvenEnvironment[]> {
  const rows = await db
    .selectFrom('environment')
    .select(['id', 'key', 'name', 'projectId', 'protected', 'requiredApprovals', 'moveLimitPer100k'])
    .where('projectId', '=', project.id)
    .orderBy('position')
    .execute()
  return rows.map((row) => brand<ProvenEnvironment>({ ...row, role: roleIn(project, row.key) }))
}

/** The actor's role in one environment of a proven project: a viewer outside the environments of a limited membership. */
export const roleIn = (project: ProvenProject, environment: string): Role =>
  project.environments === null || project.environments.includes(environment) ? project.role : 'viewer'

// no person has the nil id, so nobody else's membership can match
const personOf = (actor: Actor) => personIdOf(actor) ?? '00000000-0000-0000-0000-000000000000'

// the brand exists only for the type checker, and only this file can give it
const brand = <T>(row: Omit<T, typeof proven>): T => row as T
