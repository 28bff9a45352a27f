import type {
  AddMemberInput,
  CreatedInvitation,
  InviteUserInput,
} from '../../../shared/features/members/schemas/member.ts'
import { limits } from '../../../shared/limits.ts'
import type { InvitationTable } from '../../platform/db/access-tables.ts'
import { personIdOf } from '../../platform/kernel/actor.ts'
import { audit } from '../../platform/kernel/audit.ts'
import { inTransaction, type LinkCtx, type ProjectCtx } from '../../platform/kernel/ctx.ts'
import { tokenHash } from '../access/accounts/session-token.ts'
import { checkEnvironments } from './check-environments.ts'
import { insertInvitation, revokeInvitations } from './queries.ts'
import { invitationView } from './view.ts'

/** Invites an email address to the project. Returns the link, and emails it if a mail server is configured. */
export async function inviteToProject(ctx: ProjectCtx & LinkCtx, input: AddMemberInput): Promise<CreatedInvitation> {
  const environments = await checkEnvironments(ctx, input.environments)
  const { id, key, name } = ctx.project
  return invite(ctx, { email: input.email, role: input.role, environments, projectId: id }, { key, name })
}

/** Invites an email address to the instance, as an owner or as a member without projects. */
export const inviteUser = (ctx: LinkCtx, input: InviteUserInput): Promise<CreatedInvitation> =>
  invite(ctx, { ...input, environments: null, projectId: null }, null)

type InvitationTerms = Pick<InvitationTable, 'email' | 'role' | 'environments' | 'projectId'>

/** Revokes an earlier open invitation of the same address to the same place. */
async function invite(
  ctx: LinkCtx,
  terms: InvitationTerms,
  project: { key: string; name: string } | null,
): Promise<CreatedInvitation> {
  const token = ctx.newSecret(32)
  const createdAt = ctx.now()
  const row = {
    id: ctx.newId(),
    ...terms,
    tokenHash: tokenHash(token),
    invitedBy: personIdOf(ctx.actor),
    createdAt,
    expiresAt: new Date(createdAt.getTime() + limits.invitationMs),
    acceptedAt: null,
    revokedAt: null,
  }
  await inTransaction(ctx, async (tx) => {
    await revokeInvitations(tx.db, terms.projectId, { email: terms.email }, createdAt)
    await insertInvitation(tx.db, row)
    await audit(tx, {
      action: 'invitation.create',
      subject: project ? `${project.key}/${terms.email}` : terms.email,
      ...(terms.projectId && { projectId: terms.projectId }),
      after: { role: terms.role, environments: terms.environments, expiresAt: row.expiresAt },
    })
  })
  const link = `${ctx.publicUrl()}/invite/${token}`
  const mailed = await send(ctx, terms.email, link, project?.name ?? 'Fanion')
  return { invitation: invitationView({ ...row, inviterName: ctx.actor.name }, createdAt), link, mailed }
}

/**
 * Emails the link and returns whether it was sent. A failure is not an error, because the response contains the link
 * too.
 */
async function send(ctx: LinkCtx, to: string, link: string, where: string): Promise<boolean> {
  if (!ctx.mail) return false
  const text = `${ctx.actor.name} has invited you to ${where}. Accept within one week:\n\n${link}\n`
  try {
    await ctx.mail.send({ to, subject: `${ctx.actor.name} has invited you to ${where}`, text })
    return true
  } catch (error) {
    ctx.log.error({ requestId: ctx.origin.requestId, error: String(error) }, 'an invitation could not be sent')
    return false
  }
}
