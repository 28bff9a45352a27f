import { z } from 'zod'
import {
  AccountStatus,
  ChangePasswordInput,
  ChosenLocale,
  ConfirmInput,
  Email,
  OpenSession,
  Password,
  SecondFactor,
  SetUpInput,
  SignInInput,
  User,
} from '../../../../shared/features/access/schemas/account.ts'
import { LinkToken } from '../../../../shared/features/members/schemas/member.ts'
import { EmailChoice, EmailSettings } from '../../../../shared/features/notifications/schemas/email-notification.ts'
import { Id } from '../../../../shared/schemas/keys.ts'
import { Name } from '../../../../shared/schemas/name.ts'
import { noteFailedSignIn } from '../../../platform/http/note-failed-sign-in.ts'
import { publicProcedure, requireConfirmedSession, signedInProcedure } from '../../../platform/http/trpc/procedures.ts'
import { completeSignIn, setSessionCookie } from '../../../platform/http/trpc/set-session-cookie.ts'
import { t } from '../../../platform/http/trpc/trpc.ts'
import type { Actor } from '../../../platform/kernel/actor.ts'
import { requireUserSession } from '../../../platform/kernel/require-permission.ts'
import { readEmailPreferences, saveEmailPreferences } from '../../notifications/email-preferences.ts'
import { changeName } from '../accounts/change-name.ts'
import { chooseLocale } from '../accounts/choose-locale.ts'
import { beginTwoFactor, confirmTwoFactor } from '../second-factor/set-up-two-factor.ts'
import { renewRecoveryCodes, turnTwoFactorOff, twoFactorState } from '../second-factor/two-factor.ts'
import { changePassword } from './change-password.ts'
import { confirm } from './confirm.ts'
import { listSessions } from './list-sessions.ts'
import { requestReset, resetPassword } from './password-reset.ts'
import { revokeSession } from './revoke-session.ts'
import { setUp } from './set-up.ts'
import { signIn } from './sign-in.ts'
import { signOut } from './sign-out.ts'
import { status } from './status.ts'

const emailOf = (actor: Actor) => (actor.kind === 'user' ? actor.email : null)
const changed = z.strictObject({ changed: z.literal(true) })
const RecoveryCodes = z.strictObject({ recoveryCodes: z.array(z.string()) })

export const accountRouter = t.router({
  status: publicProcedure.output(AccountStatus).query(({ ctx }) => status(ctx)),
  setUp: publicProcedure
    .input(SetUpInput)
    .output(User)
    .mutation(({ ctx, input }) => setSessionCookie(ctx.cookie, setUp(ctx, input))),
  signIn: publicProcedure
    .input(SignInInput)
    .output(User)
    .mutation(({ ctx, input }) =>
      noteFailedSignIn(ctx.noteFailedSignIn, input.email, completeSignIn(ctx, signIn(ctx, input))),
    ),
  /** `continueAt` is the URL for also signing out at the single sign-on provider. */
  signOut: signedInProcedure
    .output(z.strictObject({ signedOut: z.literal(true), continueAt: z.string().nullable() }))
    .mutation(async ({ ctx }) => {
      const { session } = requireUserSession(ctx.actor)
      const continueAt = await ctx.providers.endSessionUrl(ctx, session.id, `${ctx.publicUrl()}/login`)
      const done = await signOut(ctx)
      ctx.cookie.clear()
      return { ...done, continueAt }
    }),
  confirm: signedInProcedure
    .input(ConfirmInput)
    .output(z.strictObject({ confirmed: z.literal(true) }))
    .mutation(({ ctx, input }) => noteFailedSignIn(ctx.noteFailedSignIn, emailOf(ctx.actor), confirm(ctx, input))),
  changeName: signedInProcedure
    .input(z.strictObject({ name: Name }))
    .output(User)
    .mutation(({ ctx, input }) => changeName(ctx, input)),
  changePassword: signedInProcedure
    .input(ChangePasswordInput)
    .output(changed)
    .mutation(({ ctx, input }) => changePassword(ctx, input)),
  requestReset: publicProcedure
    .input(z.strictObject({ email: Email }))
    .output(z.strictObject({ accepted: z.literal(true) }))
    .mutation(({ ctx, input }) => requestReset(ctx, input)),
  resetPassword: publicProcedure
    .input(z.strictObject({ token: LinkToken, password: Password }))
    .output(changed)
    .mutation(({ ctx, input }) => resetPassword(ctx, input)),
  chooseLocale: signedInProcedure
    .input(ChosenLocale)
    .output(ChosenLocale)
    .mutation(({ ctx, input }) => chooseLocale(ctx, input)),
  letters: signedInProcedure.output(EmailSettings).query(({ ctx }) => readEmailPreferences(ctx)),
  chooseLetters: signedInProcedure
    .input(z.strictObject({ ramps: EmailChoice }))
    .output(EmailSettings)
    .mutation(({ ctx, input }) => saveEmailPreferences(ctx, input)),
  sessions: signedInProcedure.output(z.array(OpenSession)).query(({ ctx }) => listSessions(ctx)),
  revokeSession: signedInProcedure
    .input(z.strictObject({ id: Id }))
    .output(z.strictObject({ revoked: z.literal(true) }))
    .mutation(({ ctx, input }) => revokeSession(ctx, input)),
  twoFactor: signedInProcedure
    .output(z.strictObject({ on: z.boolean(), recoveryCodes: z.int() }))
    .query(({ ctx }) => twoFactorState(ctx)),
  beginTwoFactor: signedInProcedure
    .use(requireConfirmedSession)
    .output(z.strictObject({ secret: z.string(), address: z.string() }))
    .mutation(({ ctx }) => beginTwoFactor(ctx)),
  confirmTwoFactor: signedInProcedure
    .use(requireConfirmedSession)
    .input(z.strictObject({ code: SecondFactor }))
    .output(RecoveryCodes)
    .mutation(({ ctx, input }) => confirmTwoFactor(ctx, input)),
  turnTwoFactorOff: signedInProcedure
    .use(requireConfirmedSession)
    .output(z.strictObject({ on: z.literal(false) }))
    .mutation(({ ctx }) => turnTwoFactorOff(ctx)),
  renewRecoveryCodes: signedInProcedure
    .use(requireConfirmedSession)
    .output(RecoveryCodes)
    .mutation(({ ctx }) => renewRecoveryCodes(ctx)),
})
