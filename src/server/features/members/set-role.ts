import type { Member, SetMemberRoleInput } from '../../../shared/features/members/schemas/member.ts'
import { audit } from '../../platform/kernel/audit.ts'
import { inTransaction, type ProjectCtx } from '../../platform/kernel/ctx.ts'
import { announceAccess } from '../access/accounts/queries.ts'
import { checkEnvironments } from './check-environments.ts'
import { getMember, requireAnotherAdmin } from './get-member.ts'
import { updateMembership } from './queries.ts'
import { memberView } from './view.ts'

/**
 * Changes a member's role or environments. The membership is no longer managed by groups of a sign-in provider. Throws
 * `member/last-admin` if no admin would remain.
 */
export async function setRole(ctx: ProjectCtx, input: SetMemberRoleInput): Promise<Member> {
  const environments = await checkEnvironments(ctx, input.environments)
  return inTransaction(ctx, async (tx) => {
    const member = await getMember(tx, input.userId)
    if (member.role === 'admin' && input.role !== 'admin') await requireAnotherAdmin(tx.db, tx.project.id, member.id)
    const membership = { role: input.role, environments }
    await updateMembership(tx.db, tx.project.id, member.id, { ...membership, providerId: null })
    await announceAccess(tx.db)
    await audit(tx, {
      action: 'member.set-role',
      subject: `${tx.project.key}/${member.email}`,
      projectId: tx.project.id,
      before: { role: member.role, environments: member.environments },
      after: membership,
    })
    return memberView({ ...member, ...membership, givenBy: null })
  })
}
