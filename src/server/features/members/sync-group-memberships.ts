import type { GroupRole } from '../../../shared/features/access/schemas/identity-provider.ts'
import type { MemberRole } from '../../../shared/features/members/schemas/member.ts'
import { roles } from '../../../shared/permissions.ts'
import type { Tx } from '../../platform/db/pool.ts'
import { audit } from '../../platform/kernel/audit.ts'
import type { Ctx } from '../../platform/kernel/ctx.ts'
import { announceAccess, updatePerson } from '../access/accounts/queries.ts'
import { insertMembership } from '../projects/queries.ts'
import { activeAdmins, deleteMembership, lockMembers, membershipsForGroups, updateMembership } from './queries.ts'

type Person = { id: string; email: string; instanceRole: 'owner' | 'member' }
type Provider = { id: string; groupRoles: readonly GroupRole[] }

/**
 * Grants an account the roles of its groups at the provider, and removes memberships that these groups granted before.
 * Memberships granted by a member stay, and so does the last admin of a project. Groups can promote an account to owner
 * but never demote it, because a provider that loses its groups must not lock out the owners.
 */
export async function syncGroupMemberships(
  tx: Ctx & { readonly db: Tx },
  person: Person,
  provider: Provider,
  groups: readonly string[],
): Promise<void> {
  const held = provider.groupRoles.filter(({ group }) => groups.includes(group))
  if (person.instanceRole !== 'owner' && held.some((one) => 'instance' in one)) {
    await updatePerson(tx.db, person.id, { instanceRole: 'owner' })
    await audit(tx, { action: 'user.set-role', subject: person.email, after: { role: 'owner' } })
  }
  const wanted = wantedRoles(held)
  const rows = await membershipsForGroups(tx.db, person.id, provider.id, [...wanted.keys()])
  for (const row of rows) {
    const role = wanted.get(row.key)
    if (row.role !== null && row.providerId !== provider.id) continue
    if (role === row.role) continue
    await lockMembers(tx.db, row.projectId)
    if (row.role === 'admin' && (await activeAdmins(tx.db, row.projectId)).length === 1) continue
    const at = { projectId: row.projectId, personId: person.id }
    const membership = { role: role ?? 'viewer', environments: null, providerId: provider.id }
    if (!role) await deleteMembership(tx.db, at.projectId, at.personId)
    else if (row.role) await updateMembership(tx.db, at.projectId, at.personId, membership)
    else await insertMembership(tx.db, { ...at, ...membership, createdAt: tx.now() })
    const action = role ? (row.role ? 'member.set-role' : 'member.add') : 'member.remove'
    const [before, after] = [row.role && { role: row.role }, role && { role }]
    await audit(tx, { action, subject: `${row.key}/${person.email}`, projectId: row.projectId, before, after })
    await announceAccess(tx.db)
  }
}

/** The highest role that the groups grant in each project, by project key. */
function wantedRoles(held: readonly GroupRole[]): Map<string, MemberRole> {
  const wanted = new Map<string, MemberRole>()
  for (const one of held) {
    if (!('project' in one)) continue
    const before = wanted.get(one.project)
    if (!before || roles.indexOf(one.role) > roles.indexOf(before)) wanted.set(one.project, one.role)
  }
  return wanted
}
