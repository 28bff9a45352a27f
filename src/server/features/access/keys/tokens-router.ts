import { z } from 'zod'
import {
  ApiToken,
  CreatedToken,
  CreateServiceTokenInput,
  CreateTokenInput,
  RotateServiceTokenInput,
  RotateTokenInput,
} from '../../../../shared/features/access/schemas/api-token.ts'
import { InProject } from '../../../../shared/features/projects/schemas/project.ts'
import { Id } from '../../../../shared/schemas/keys.ts'
import {
  instanceProcedure,
  projectProcedure,
  requireConfirmedSession,
  signedInProcedure,
} from '../../../platform/http/trpc/procedures.ts'
import { t } from '../../../platform/http/trpc/trpc.ts'
import { createServiceToken, createToken } from './create-token.ts'
import { rotatePersonalToken, rotateServiceToken } from './rotate-token.ts'
import {
  listEveryServiceToken,
  listServiceTokens,
  listTokens,
  revokePersonalToken,
  revokeServiceToken,
  revokeThisToken,
} from './tokens.ts'

export const tokensRouter = t.router({
  list: signedInProcedure.output(z.array(ApiToken)).query(({ ctx }) => listTokens(ctx)),
  create: signedInProcedure
    .use(requireConfirmedSession)
    .input(CreateTokenInput)
    .output(CreatedToken)
    .mutation(({ ctx, input }) => createToken(ctx, input)),
  rotate: signedInProcedure
    .use(requireConfirmedSession)
    .input(RotateTokenInput)
    .output(CreatedToken)
    .mutation(({ ctx, input }) => rotatePersonalToken(ctx, input)),
  revoke: signedInProcedure
    .input(z.strictObject({ id: Id }))
    .output(ApiToken)
    .mutation(({ ctx, input }) => revokePersonalToken(ctx, input)),
  /** Revokes the token of this call, for signing out. */
  revokeThis: signedInProcedure.output(ApiToken).mutation(({ ctx }) => revokeThisToken(ctx)),
})

/** API tokens of a project. They act for no account. */
export const serviceTokensRouter = t.router({
  /** Service tokens of all projects, for owners. Owners create, rotate and revoke them in the token's project. */
  everywhere: instanceProcedure('instance.edit')
    .output(z.array(ApiToken))
    .query(({ ctx }) => listEveryServiceToken(ctx)),
  list: projectProcedure('member.edit')
    .input(InProject)
    .output(z.array(ApiToken))
    .query(({ ctx }) => listServiceTokens(ctx)),
  create: projectProcedure('member.edit')
    .use(requireConfirmedSession)
    .input(CreateServiceTokenInput)
    .output(CreatedToken)
    .mutation(({ ctx, input }) => createServiceToken(ctx, input)),
  rotate: projectProcedure('member.edit')
    .use(requireConfirmedSession)
    .input(RotateServiceTokenInput)
    .output(CreatedToken)
    .mutation(({ ctx, input }) => rotateServiceToken(ctx, input)),
  revoke: projectProcedure('member.edit')
    .input(InProject.extend({ id: Id }))
    .output(ApiToken)
    .mutation(({ ctx, input }) => revokeServiceToken(ctx, input)),
})
