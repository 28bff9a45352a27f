import { audit } from '../../platform/kernel/audit.ts'
import { inTransaction, type ProjectCtx } from '../../platform/kernel/ctx.ts'
import { announceAccess } from '../access/accounts/queries.ts'
import { getMember, requireAnotherAdmin } from './get-member.ts'
import { deleteMembership } from './queries.ts'

/** Removes a member from the project immediately. Throws `member/last-admin` for the last admin who can sign in. */
export async function removeMember(ctx: ProjectCtx, input: { userId: string }): Promise<{ removed: true }> {
  await inTransaction(ctx, async (tx) => {
    const member = await getMember(tx, input.userId)
    if (member.role === 'admin') await requireAnotherAdmin(tx.db, tx.project.id, member.id)
    await deleteMembership(tx.db, tx.project.id, member.id)
    await announceAccess(tx.db)
    const subject = `${tx.project.key}/${member.email}`
    const before = { role: member.role, environments: member.environments }
    await audit(tx, { action: 'member.remove', subject, projectId: tx.project.id, before })
  })
  return { removed: true }
}
