import type { MemberRole } from '../../../../../shared/features/members/schemas/member.ts'

/** A member’s role, and the environments it applies in; null for all. In others, they are a viewer. */
export type Membership = { role: MemberRole; environments: readonly string[] | null }

export const roleAt = ({ role, environments }: Membership, environment: string): MemberRole =>
  environments === null || environments.includes(environment) ? role : 'viewer'

/** Changes the role. Keeps the environments if the role can be limited to some. */
export const withRole = (membership: Membership, role: MemberRole): Membership => ({
  role,
  environments: role === 'viewer' || role === 'admin' ? null : membership.environments,
})

/**
 * Toggles the role in one environment. A viewer becomes an editor there, and a member without environments becomes a
 * viewer. Admins apply everywhere, so nothing changes for them.
 */
export const flipped = (membership: Membership, environment: string, all: readonly string[]): Membership => {
  const { role } = membership
  if (role === 'admin') return membership
  if (role === 'viewer') return limited('editor', [environment], all)
  const held = all.filter((key) => (key === environment) !== (roleAt(membership, key) === role))
  return held.length === 0 ? { role: 'viewer', environments: null } : limited(role, held, all)
}

/**
 * Toggles publishing in one environment. An editor becomes a publisher of only that environment and loses the others: a
 * member has one role, and must not get more rights than were selected.
 */
export const publishing = (membership: Membership, environment: string, all: readonly string[]): Membership =>
  membership.role === 'publisher' || membership.role === 'admin'
    ? flipped(membership, environment, all)
    : limited('publisher', [environment], all)

const limited = (role: MemberRole, held: readonly string[], all: readonly string[]): Membership => ({
  role,
  environments: all.every((key) => held.includes(key)) ? null : held,
})
