import { z } from 'zod'
import { User } from '../../../../shared/features/access/schemas/account.ts'
import {
  AddPasskeyInput,
  Passkey,
  PasskeyChallenge,
  PasskeySignInInput,
} from '../../../../shared/features/access/schemas/passkey.ts'
import { Id } from '../../../../shared/schemas/keys.ts'
import { noteFailedSignIn } from '../../../platform/http/note-failed-sign-in.ts'
import { keepOwnSignIn } from '../../../platform/http/trpc/keep-session.ts'
import { anyone, confirmed, someone } from '../../../platform/http/trpc/may.ts'
import { t } from '../../../platform/http/trpc/trpc.ts'
import { confirmWithPasskey, passkeyConfirmOptions } from '../sessions/confirm-with-passkey.ts'
import { passkeySignInOptions, signInWithPasskey } from '../sessions/sign-in-with-passkey.ts'
import { addPasskey, listPasskeys, passkeyOptions, removePasskey } from './passkeys.ts'

export const passkeysRouter = t.router({
  list: someone.output(z.array(Passkey)).query(({ ctx }) => listPasskeys(ctx)),
  options: someone
    .use(confirmed)
    .output(PasskeyChallenge)
    .mutation(({ ctx }) => passkeyOptions(ctx)),
  add: someone
    .use(confirmed)
    .input(AddPasskeyInput)
    .output(Passkey)
    .mutation(({ ctx, input }) => addPasskey(ctx, input)),
  remove: someone
    .use(confirmed)
    .input(z.strictObject({ id: Id }))
    .output(z.strictObject({ removed: z.literal(true) }))
    .mutation(({ ctx, input }) => removePasskey(ctx, input)),
  signInOptions: anyone.output(PasskeyChallenge).mutation(({ ctx }) => passkeySignInOptions(ctx)),
  signIn: anyone
    .input(PasskeySignInInput)
    .output(User)
    .mutation(({ ctx, input }) =>
      noteFailedSignIn(ctx.noteFailedSignIn, null, keepOwnSignIn(ctx, signInWithPasskey(ctx, input))),
    ),
  confirmOptions: someone.output(PasskeyChallenge).mutation(({ ctx }) => passkeyConfirmOptions(ctx)),
  confirm: someone
    .input(PasskeySignInInput)
    .output(z.strictObject({ confirmed: z.literal(true) }))
    .mutation(({ ctx, input }) => confirmWithPasskey(ctx, input)),
})
