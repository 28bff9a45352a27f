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
import { keepSession } from '../../platform/http/trpc/keep-session.ts'
import { anyone, confirmed, mayInProject } from '../../platform/http/trpc/may.ts'
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
  list: mayInProject('project.read')
    .input(InProject)
    .output(z.array(Member))
    .query(({ ctx }) => listMembers(ctx)),
  can: mayInProject('project.read')
    .input(InProject)
    .output(Can)
    .query(({ ctx }) => can(ctx)),
  add: mayInProject('member.edit')
    .use(confirmed)
    .input(AddMemberInput)
    .output(Member)
    .mutation(({ ctx, input }) => addMember(ctx, input)),
  setRole: mayInProject('member.edit')
    .use(confirmed)
    .input(SetMemberRoleInput)
    .output(Member)
    .mutation(({ ctx, input }) => setRole(ctx, input)),
  remove: mayInProject('member.edit')
    .use(confirmed)
    .input(RemoveMemberInput)
    .output(z.strictObject({ removed: z.literal(true) }))
    .mutation(({ ctx, input }) => removeMember(ctx, input)),
})

export const invitationsRouter = t.router({
  list: mayInProject('member.edit')
    .input(InProject)
    .output(z.array(Invitation))
    .query(({ ctx }) => listInvitations(ctx)),
  create: mayInProject('member.edit')
    .use(confirmed)
    .input(AddMemberInput)
    .output(CreatedInvitation)
    .mutation(({ ctx, input }) => inviteToProject(ctx, input)),
  revoke: mayInProject('member.edit')
    .input(InvitationReference)
    .output(Invitation)
    .mutation(({ ctx, input }) => revokeInvitation(ctx, input)),
  /** A mutation although it changes nothing, so that the token is sent in the body and appears in no URL log. */
  show: anyone
    .input(z.strictObject({ token: LinkToken }))
    .output(ShownInvitation)
    .mutation(({ ctx, input }) => showInvitation(ctx, input)),
  accept: anyone
    .input(AcceptInvitationInput)
    .output(User)
    .mutation(({ ctx, input }) => keepSession(ctx.cookie, acceptInvite(ctx, input))),
})
