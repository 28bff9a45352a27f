import { type Role, roles } from '../../../shared/permissions.ts'
import type { Actor } from './actor.ts'
import { isOwner } from './permit.ts'

/** A role in a project, and the environments it holds in; null for all. Elsewhere it counts as viewer. */
export type EffectiveRole = { role: Role; environments: readonly string[] | null }

/**
 * What the actor is in a project, given the membership of the person behind them; undefined where they may not know
 * of it. An owner is an owner everywhere. A token has the lesser of its person and its scope, in every respect; a
 * service token has its scope.
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
