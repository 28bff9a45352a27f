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
import { LetterChoice, Letters } from '../../../../shared/features/notifications/schemas/letter.ts'
import { Id } from '../../../../shared/schemas/keys.ts'
import { Name } from '../../../../shared/schemas/name.ts'
import { noteFailedSignIn } from '../../../platform/http/note-failed-sign-in.ts'
import { keepOwnSignIn, keepSession } from '../../../platform/http/trpc/keep-session.ts'
import { anyone, confirmed, someone } from '../../../platform/http/trpc/may.ts'
import { t } from '../../../platform/http/trpc/trpc.ts'
import type { Actor } from '../../../platform/kernel/actor.ts'
import { signedIn } from '../../../platform/kernel/permit.ts'
import { chooseLetters, readLetters } from '../../notifications/choose-letters.ts'
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
  status: anyone.output(AccountStatus).query(({ ctx }) => status(ctx)),
  setUp: anyone
    .input(SetUpInput)
    .output(User)
    .mutation(({ ctx, input }) => keepSession(ctx.cookie, setUp(ctx, input))),
  signIn: anyone
    .input(SignInInput)
    .output(User)
    .mutation(({ ctx, input }) =>
      noteFailedSignIn(ctx.noteFailedSignIn, input.email, keepOwnSignIn(ctx, signIn(ctx, input))),
    ),
  /** `continueAt` is the URL for also signing out at the single sign-on provider. */
  signOut: someone
    .output(z.strictObject({ signedOut: z.literal(true), continueAt: z.string().nullable() }))
    .mutation(async ({ ctx }) => {
      const { session } = signedIn(ctx.actor)
      const continueAt = await ctx.providers.endSessionUrl(ctx, session.id, `${ctx.publicUrl()}/login`)
      const done = await signOut(ctx)
      ctx.cookie.clear()
      return { ...done, continueAt }
    }),
  confirm: someone
    .input(ConfirmInput)
    .output(z.strictObject({ confirmed: z.literal(true) }))
    .mutation(({ ctx, input }) => noteFailedSignIn(ctx.noteFailedSignIn, emailOf(ctx.actor), confirm(ctx, input))),
  changeName: someone
    .input(z.strictObject({ name: Name }))
    .output(User)
    .mutation(({ ctx, input }) => changeName(ctx, input)),
  changePassword: someone
    .input(ChangePasswordInput)
    .output(changed)
    .mutation(({ ctx, input }) => changePassword(ctx, input)),
  requestReset: anyone
    .input(z.strictObject({ email: Email }))
    .output(z.strictObject({ accepted: z.literal(true) }))
    .mutation(({ ctx, input }) => requestReset(ctx, input)),
  resetPassword: anyone
    .input(z.strictObject({ token: LinkToken, password: Password }))
    .output(changed)
    .mutation(({ ctx, input }) => resetPassword(ctx, input)),
  chooseLocale: someone
    .input(ChosenLocale)
    .output(ChosenLocale)
    .mutation(({ ctx, input }) => chooseLocale(ctx, input)),
  letters: someone.output(Letters).query(({ ctx }) => readLetters(ctx)),
  chooseLetters: someone
    .input(z.strictObject({ ramps: LetterChoice }))
    .output(Letters)
    .mutation(({ ctx, input }) => chooseLetters(ctx, input)),
  sessions: someone.output(z.array(OpenSession)).query(({ ctx }) => listSessions(ctx)),
  revokeSession: someone
    .input(z.strictObject({ id: Id }))
    .output(z.strictObject({ revoked: z.literal(true) }))
    .mutation(({ ctx, input }) => revokeSession(ctx, input)),
  twoFactor: someone
    .output(z.strictObject({ on: z.boolean(), recoveryCodes: z.int() }))
    .query(({ ctx }) => twoFactorState(ctx)),
  beginTwoFactor: someone
    .use(confirmed)
    .output(z.strictObject({ secret: z.string(), address: z.string() }))
    .mutation(({ ctx }) => beginTwoFactor(ctx)),
  confirmTwoFactor: someone
    .use(confirmed)
    .input(z.strictObject({ code: SecondFactor }))
    .output(RecoveryCodes)
    .mutation(({ ctx, input }) => confirmTwoFactor(ctx, input)),
  turnTwoFactorOff: someone
    .use(confirmed)
    .output(z.strictObject({ on: z.literal(false) }))
    .mutation(({ ctx }) => turnTwoFactorOff(ctx)),
  renewRecoveryCodes: someone
    .use(confirmed)
    .output(RecoveryCodes)
    .mutation(({ ctx }) => renewRecoveryCodes(ctx)),
})
