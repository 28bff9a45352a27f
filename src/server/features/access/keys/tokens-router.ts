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
import { confirmed, mayHere, mayInProject, someone } from '../../../platform/http/trpc/may.ts'
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
  list: someone.output(z.array(ApiToken)).query(({ ctx }) => listTokens(ctx)),
  create: someone
    .use(confirmed)
    .input(CreateTokenInput)
    .output(CreatedToken)
    .mutation(({ ctx, input }) => createToken(ctx, input)),
  rotate: someone
    .use(confirmed)
    .input(RotateTokenInput)
    .output(CreatedToken)
    .mutation(({ ctx, input }) => rotatePersonalToken(ctx, input)),
  revoke: someone
    .input(z.strictObject({ id: Id }))
    .output(ApiToken)
    .mutation(({ ctx, input }) => revokePersonalToken(ctx, input)),
  /** Revokes the token of this call, for signing out. */
  revokeThis: someone.output(ApiToken).mutation(({ ctx }) => revokeThisToken(ctx)),
})

/** API tokens of a project. They act for no account. */
export const serviceTokensRouter = t.router({
  /** Service tokens of all projects, for owners. Owners create, rotate and revoke them in the token's project. */
  everywhere: mayHere('instance.edit')
    .output(z.array(ApiToken))
    .query(({ ctx }) => listEveryServiceToken(ctx)),
  list: mayInProject('member.edit')
    .input(InProject)
    .output(z.array(ApiToken))
    .query(({ ctx }) => listServiceTokens(ctx)),
  create: mayInProject('member.edit')
    .use(confirmed)
    .input(CreateServiceTokenInput)
    .output(CreatedToken)
    .mutation(({ ctx, input }) => createServiceToken(ctx, input)),
  rotate: mayInProject('member.edit')
    .use(confirmed)
    .input(RotateServiceTokenInput)
    .output(CreatedToken)
    .mutation(({ ctx, input }) => rotateServiceToken(ctx, input)),
  revoke: mayInProject('member.edit')
    .input(InProject.extend({ id: Id }))
    .output(ApiToken)
    .mutation(({ ctx, input }) => revokeServiceToken(ctx, input)),
})
