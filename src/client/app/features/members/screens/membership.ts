import type { MemberRole } from '../../../../../shared/features/members/schemas/member.ts'

/** What somebody is in a project: a role, and the environments it holds in (null: in all). Elsewhere they are a viewer. */
export type Membership = { role: MemberRole; environments: readonly string[] | null }

/** What somebody is in one environment. */
export const roleAt = ({ role, environments }: Membership, environment: string): MemberRole =>
  environments === null || environments.includes(environment) ? role : 'viewer'

/** Another role; the environments stay where the role can be limited. */
export const withRole = (membership: Membership, role: MemberRole): Membership => ({
  role,
  environments: role === 'viewer' || role === 'admin' ? null : membership.environments,
})

/**
 * The role given or taken in one environment. A viewer becomes an editor of it; who keeps no environment becomes a
 * viewer. An admin is one everywhere, so nothing changes.
 */
export const flipped = (membership: Membership, environment: string, all: readonly string[]): Membership => {
  const { role } = membership
  if (role === 'admin') return membership
  if (role === 'viewer') return limited('editor', [environment], all)
  const held = all.filter((key) => (key === environment) !== (roleAt(membership, key) === role))
  return held.length === 0 ? { role: 'viewer', environments: null } : limited(role, held, all)
}

/**
 * Publishing given or taken in one environment. Whoever had less elsewhere has none there any more: a person holds one role,
 * and nobody is given more than was ticked.
 */
export const publishing = (membership: Membership, environment: string, all: readonly string[]): Membership =>
  membership.role === 'publisher' || membership.role === 'admin'
    ? flipped(membership, environment, all)
    : limited('publisher', [environment], all)

const limited = (role: MemberRole, held: readonly string[], all: readonly string[]): Membership => ({
  role,
  environments: all.every((key) => held.includes(key)) ? null : held,
})
