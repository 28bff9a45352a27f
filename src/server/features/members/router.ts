import { z } from 'zod'
import { User } from '../../../shared/features/access/schemas/account.ts'
import {
  AcceptInvitationInput,
  AddMemberInput,
  Can,
  CreatedInvitation,
  Invitation,
  InvitationReference,
  LinkToken,
  Member,
  RemoveMemberInput,
  SetMemberRoleInput,
  ShownInvitation,
} from '../../../shared/features/members/schemas/member.ts'
import { InProject } from '../../../shared/features/projects/schemas/project.ts'
import { projectProcedure, publicProcedure, requireConfirmedSession } from '../../platform/http/trpc/procedures.ts'
import { setSessionCookie } from '../../platform/http/trpc/set-session-cookie.ts'
import { t } from '../../platform/http/trpc/trpc.ts'
import { acceptInvite, showInvitation } from './accept-invite.ts'
import { addMember } from './add-member.ts'
import { can } from './can.ts'
import { listInvitations, revokeInvitation } from './invitations.ts'
import { inviteToProject } from './invite.ts'
import { listMembers } from './list-members.ts'
import { removeMember } from './remove-member.ts'
import { setRole } from './set-role.ts'

export const membersRouter = t.router({
  list: projectProcedure('project.read')
    .input(InProject)
    .output(z.array(Member))
    .query(({ ctx }) => listMembers(ctx)),
  can: projectProcedure('project.read')
    .input(InProject)
    .output(Can)
    .query(({ ctx }) => can(ctx)),
  add: projectProcedure('member.edit')
    .use(requireConfirmedSession)
    .input(AddMemberInput)
    .output(Member)
    .mutation(({ ctx, input }) => addMember(ctx, input)),
  setRole: projectProcedure('member.edit')
    .use(requireConfirmedSession)
    .input(SetMemberRoleInput)
    .output(Member)
    .mutation(({ ctx, input }) => setRole(ctx, input)),
  remove: projectProcedure('member.edit')
    .use(requireConfirmedSession)
    .input(RemoveMemberInput)
    .output(z.strictObject({ removed: z.literal(true) }))
    .mutation(({ ctx, input }) => removeMember(ctx, input)),
})

export const invitationsRouter = t.router({
  list: projectProcedure('member.edit')
    .input(InProject)
    .output(z.array(Invitation))
    .query(({ ctx }) => listInvitations(ctx)),
  create: projectProcedure('member.edit')
    .use(requireConfirmedSession)
    .input(AddMemberInput)
    .output(CreatedInvitation)
    .mutation(({ ctx, input }) => inviteToProject(ctx, input)),
  revoke: projectProcedure('member.edit')
    .input(InvitationReference)
    .output(Invitation)
    .mutation(({ ctx, input }) => revokeInvitation(ctx, input)),
  /** A mutation although it changes nothing, so that the token is sent in the body and appears in no URL log. */
  show: publicProcedure
    .input(z.strictObject({ token: LinkToken }))
    .output(ShownInvitation)
    .mutation(({ ctx, input }) => showInvitation(ctx, input)),
  accept: publicProcedure
    .input(AcceptInvitationInput)
    .output(User)
    .mutation(({ ctx, input }) => setSessionCookie(ctx.cookie, acceptInvite(ctx, input))),
})
