import { z } from 'zod'
import {
  CheckedIssuer,
  CheckIssuerInput,
  CreateProviderInput,
  IdentityProvider,
  SignInProvider,
  UpdateProviderInput,
} from '../../../../shared/features/access/schemas/identity-provider.ts'
import { Id } from '../../../../shared/schemas/keys.ts'
import { instanceProcedure, publicProcedure, requireConfirmedSession } from '../../../platform/http/trpc/procedures.ts'
import { t } from '../../../platform/http/trpc/trpc.ts'
import { changeProvider, createProvider, listProviders, removeProvider, signInProviders } from './providers.ts'

/** Single sign-on providers: those offered on the sign-in screen, and their settings for owners. */
export const providersRouter = t.router({
  offered: publicProcedure.output(z.array(SignInProvider)).query(({ ctx }) => signInProviders(ctx)),
  list: instanceProcedure('instance.edit')
    .output(z.array(IdentityProvider))
    .query(({ ctx }) => listProviders(ctx)),
  create: instanceProcedure('instance.edit')
    .use(requireConfirmedSession)
    .input(CreateProviderInput)
    .output(IdentityProvider)
    .mutation(({ ctx, input }) => createProvider(ctx, input)),
  /** A mutation although it changes nothing, because it sends a request to another server. */
  check: instanceProcedure('instance.edit')
    .input(CheckIssuerInput)
    .output(CheckedIssuer)
    .mutation(({ ctx, input }) => ctx.providers.describe(input.issuer)),
  change: instanceProcedure('instance.edit')
    .use(requireConfirmedSession)
    .input(UpdateProviderInput.extend({ id: Id }))
    .output(IdentityProvider)
    .mutation(({ ctx, input }) => changeProvider(ctx, input)),
  remove: instanceProcedure('instance.edit')
    .use(requireConfirmedSession)
    .input(z.strictObject({ id: Id }))
    .output(z.strictObject({ removed: z.literal(true) }))
    .mutation(({ ctx, input }) => removeProvider(ctx, input)),
})
