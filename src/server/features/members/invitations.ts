import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { Invitation } from '../../../shared/features/members/schemas/member.ts'
import { audit } from '../../platform/kernel/audit.ts'
import { type Ctx, inTransaction } from '../../platform/kernel/ctx.ts'
import type { ProvenProject } from '../../platform/kernel/scope.ts'
import { invitationsTo, lockInvitation, revokeInvitations } from './queries.ts'
import { invitationView } from './view.ts'

type InvitationScope = Ctx & { readonly project?: ProvenProject }

/** Lists the invitations to the project or, without one, to the instance, newest first. */
export const listInvitations = async (ctx: InvitationScope): Promise<Invitation[]> =>
  (await invitationsTo(ctx.db, ctx.project?.id ?? null)).map((row) => invitationView(row, ctx.now()))

/** Revokes an open invitation. Its link stops working. */
export async function revokeInvitation(ctx: InvitationScope, input: { id: string }): Promise<Invitation> {
  const projectId = ctx.project?.id ?? null
  return inTransaction(ctx, async (tx) => {
    const row = await lockInvitation(tx.db, projectId, input.id)
    if (!row) throw new FanionError('invitation/not-found')
    if (row.acceptedAt) throw new FanionError('invitation/used')
    if (row.revokedAt) return invitationView(row, tx.now())
    const revokedAt = tx.now()
    await revokeInvitations(tx.db, projectId, { id: row.id }, revokedAt)
    const subject = ctx.project ? `${ctx.project.key}/${row.email}` : row.email
    await audit(tx, { action: 'invitation.revoke', subject, ...(projectId && { projectId }) })
    return invitationView({ ...row, revokedAt }, revokedAt)
  })
}
