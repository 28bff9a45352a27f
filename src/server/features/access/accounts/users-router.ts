import { z } from 'zod'
import { InstanceRole, ListedUser, User } from '../../../../shared/features/access/schemas/account.ts'
import { CreatedInvitation, Invitation, InviteUserInput } from '../../../../shared/features/members/schemas/member.ts'
import { Id } from '../../../../shared/schemas/keys.ts'
import { instanceProcedure, requireConfirmedSession } from '../../../platform/http/trpc/procedures.ts'
import { t } from '../../../platform/http/trpc/trpc.ts'
import { listInvitations, revokeInvitation } from '../../members/invitations.ts'
import { inviteUser } from '../../members/invite.ts'
import { resetTwoFactor } from '../second-factor/two-factor.ts'
import { makeResetLink } from '../sessions/password-reset.ts'
import { setDisabled } from '../sessions/set-disabled.ts'
import { unlinkSignIn } from '../sso/unlink-sign-in.ts'
import { listUsers } from './list-users.ts'
import { setInstanceRole } from './set-instance-role.ts'

const OneUser = z.strictObject({ userId: Id })

/** Accounts of this instance. For owners only. */
export const usersRouter = t.router({
  list: instanceProcedure('instance.edit')
    .output(z.array(ListedUser))
    .query(({ ctx }) => listUsers(ctx)),
  setDisabled: instanceProcedure('instance.edit')
    .use(requireConfirmedSession)
    .input(OneUser.extend({ disabled: z.boolean() }))
    .output(User)
    .mutation(({ ctx, input }) => setDisabled(ctx, input)),
  setRole: instanceProcedure('instance.edit')
    .use(requireConfirmedSession)
    .input(OneUser.extend({ role: InstanceRole }))
    .output(User)
    .mutation(({ ctx, input }) => setInstanceRole(ctx, input)),
  makeResetLink: instanceProcedure('instance.edit')
    .use(requireConfirmedSession)
    .input(OneUser)
    .output(z.strictObject({ link: z.string() }))
    .mutation(({ ctx, input }) => makeResetLink(ctx, input)),
  resetTwoFactor: instanceProcedure('instance.edit')
    .use(requireConfirmedSession)
    .input(OneUser)
    .output(z.strictObject({ on: z.literal(false) }))
    .mutation(({ ctx, input }) => resetTwoFactor(ctx, input)),
  unlinkSignIn: instanceProcedure('instance.edit')
    .use(requireConfirmedSession)
    .input(OneUser)
    .output(z.strictObject({ removed: z.int() }))
    .mutation(({ ctx, input }) => unlinkSignIn(ctx, input)),
  invite: instanceProcedure('instance.edit')
    .use(requireConfirmedSession)
    .input(InviteUserInput)
    .output(CreatedInvitation)
    .mutation(({ ctx, input }) => inviteUser(ctx, input)),
  invitations: instanceProcedure('instance.edit')
    .output(z.array(Invitation))
    .query(({ ctx }) => listInvitations(ctx)),
  revokeInvitation: instanceProcedure('instance.edit')
    .input(z.strictObject({ id: Id }))
    .output(Invitation)
    .mutation(({ ctx, input }) => revokeInvitation(ctx, input)),
})
