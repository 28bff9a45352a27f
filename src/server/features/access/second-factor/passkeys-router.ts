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
import { publicProcedure, requireConfirmedSession, signedInProcedure } from '../../../platform/http/trpc/procedures.ts'
import { completeSignIn } from '../../../platform/http/trpc/set-session-cookie.ts'
import { t } from '../../../platform/http/trpc/trpc.ts'
import { confirmWithPasskey, passkeyConfirmOptions } from '../sessions/confirm-with-passkey.ts'
import { passkeySignInOptions, signInWithPasskey } from '../sessions/sign-in-with-passkey.ts'
import { addPasskey, listPasskeys, passkeyOptions, removePasskey } from './passkeys.ts'

export const passkeysRouter = t.router({
  list: signedInProcedure.output(z.array(Passkey)).query(({ ctx }) => listPasskeys(ctx)),
  options: signedInProcedure
    .use(requireConfirmedSession)
    .output(PasskeyChallenge)
    .mutation(({ ctx }) => passkeyOptions(ctx)),
  add: signedInProcedure
    .use(requireConfirmedSession)
    .input(AddPasskeyInput)
    .output(Passkey)
    .mutation(({ ctx, input }) => addPasskey(ctx, input)),
  remove: signedInProcedure
    .use(requireConfirmedSession)
    .input(z.strictObject({ id: Id }))
    .output(z.strictObject({ removed: z.literal(true) }))
    .mutation(({ ctx, input }) => removePasskey(ctx, input)),
  signInOptions: publicProcedure.output(PasskeyChallenge).mutation(({ ctx }) => passkeySignInOptions(ctx)),
  signIn: publicProcedure
    .input(PasskeySignInInput)
    .output(User)
    .mutation(({ ctx, input }) =>
      noteFailedSignIn(ctx.noteFailedSignIn, null, completeSignIn(ctx, signInWithPasskey(ctx, input))),
    ),
  confirmOptions: signedInProcedure.output(PasskeyChallenge).mutation(({ ctx }) => passkeyConfirmOptions(ctx)),
  confirm: signedInProcedure
    .input(PasskeySignInInput)
    .output(z.strictObject({ confirmed: z.literal(true) }))
    .mutation(({ ctx, input }) => confirmWithPasskey(ctx, input)),
})
