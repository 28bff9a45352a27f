import { z } from 'zod'
import { ApiToken, CreatedToken, CreateServiceTokenInput, CreateTokenInput } from '../../../shared/schemas/api-token.ts'
import { Id } from '../../../shared/schemas/keys.ts'
import { InProject } from '../../../shared/schemas/project.ts'
import { createServiceToken, createToken } from '../../domain/keys/create-token.ts'
import {
  listServiceTokens,
  listTokens,
  revokePersonalToken,
  revokeServiceToken,
  revokeThisToken,
} from '../../domain/keys/tokens.ts'
import { confirmed, mayInProject, someone } from './may.ts'
import { t } from './trpc.ts'

/** The caller's own API tokens. */
export const tokensRouter = t.router({
  list: someone.output(z.array(ApiToken)).query(({ ctx }) => listTokens(ctx)),
  create: someone
    .use(confirmed)
    .input(CreateTokenInput)
    .output(CreatedToken)
    .mutation(({ ctx, input }) => createToken(ctx, input)),
  revoke: someone
    .input(z.strictObject({ id: Id }))
    .output(ApiToken)
    .mutation(({ ctx, input }) => revokePersonalToken(ctx, input)),
  /** For the token itself, when its program signs out. */
  revokeThis: someone.output(ApiToken).mutation(({ ctx }) => revokeThisToken(ctx)),
})

/** The API tokens of a project, which act in nobody's name. */
export const serviceTokensRouter = t.router({
  list: mayInProject('member.edit')
    .input(InProject)
    .output(z.array(ApiToken))
    .query(({ ctx }) => listServiceTokens(ctx)),
  create: mayInProject('member.edit')
    .use(confirmed)
    .input(CreateServiceTokenInput)
    .output(CreatedToken)
    .mutation(({ ctx, input }) => createServiceToken(ctx, input)),
  revoke: mayInProject('member.edit')
    .input(InProject.extend({ id: Id }))
    .output(ApiToken)
    .mutation(({ ctx, input }) => revokeServiceToken(ctx, input)),
})
