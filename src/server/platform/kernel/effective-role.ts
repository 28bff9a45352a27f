import { type Role, roles } from '../../../shared/permissions.ts'
import type { Actor } from './actor.ts'
import { isOwner } from './require-permission.ts'

/** A role in a project, limited to some environments. Null means all. In other environments the role is viewer. */
export type EffectiveRole = { role: Role; environments: readonly string[] | null }

/**
 * Returns the actor's role in a project, given the membership of the user behind them. Undefined if the project is
 * hidden from them. An instance owner is owner everywhere. A personal token has the lesser of its owner's role and its
 * scope in every respect; a service token has its scope.
 */
export function effectiveRoleIn(
  actor: Actor,
  project: string,
  membership: EffectiveRole | null,
): EffectiveRole | undefined {
  if (actor.kind !== 'token') return isOwner(actor) ? ownership : (membership ?? undefined)
  const scope = actor.scopes.find((one) => one.project === project) ?? actor.scopes.find((one) => one.project === '*')
  if (!scope) return undefined
  if (!actor.person) return scope
  const person = actor.person.instanceRole === 'owner' ? ownership : membership
  return person ? lesser(person, scope) : undefined
}

const ownership: EffectiveRole = { role: 'owner', environments: null }

function lesser(a: EffectiveRole, b: EffectiveRole): EffectiveRole {
  const role = roles.indexOf(a.role) < roles.indexOf(b.role) ? a.role : b.role
  if (a.environments === null || b.environments === null)
    return { role, environments: a.environments ?? b.environments }
  const { environments: allowed } = b
  const both = a.environments.filter((key) => allowed.includes(key))
  return both.length > 0 ? { role, environments: both } : { role: 'viewer', environments: null }
}
