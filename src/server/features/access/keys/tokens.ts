import { FanionError } from '../../../../shared/errors/fanion-error.ts'
import type { ApiToken } from '../../../../shared/features/access/schemas/api-token.ts'
import { audit } from '../../../platform/kernel/audit.ts'
import { type Ctx, inTransaction, type ProjectCtx } from '../../../platform/kernel/ctx.ts'
import { requireCaller, requireUserSession } from '../../../platform/kernel/require-permission.ts'
import { getPerson } from '../accounts/get-person.ts'
import { everyServiceToken, findToken, revokeToken, type TokenOwner, tokensOf } from './token-queries.ts'
import { tokenView } from './token-view.ts'

/** Lists the caller's personal tokens, newest first, including revoked ones. */
export const listTokens = (ctx: Ctx): Promise<ApiToken[]> => list(ctx, { personId: requireUserSession(ctx.actor).id })

/** Lists the service tokens of the project, newest first, including revoked ones. */
export const listServiceTokens = (ctx: ProjectCtx): Promise<ApiToken[]> => list(ctx, { projectId: ctx.project.id })

/** Lists the service tokens of all projects, for owners. Their scopes name the project. */
export const listEveryServiceToken = async (ctx: Ctx): Promise<ApiToken[]> =>
  (await everyServiceToken(ctx.db)).map(tokenView)

/** Revokes one of the caller's personal tokens for good. Idempotent. */
export function revokePersonalToken(ctx: Ctx, input: { id: string }): Promise<ApiToken> {
  const { id: personId, email } = requireUserSession(ctx.actor)
  return revoke(ctx, { personId }, input.id, email)
}

/** Revokes the personal token of this call, for signing out. Service tokens cannot revoke themselves. */
export function revokeThisToken(ctx: Ctx): Promise<ApiToken> {
  const token = requireCaller(ctx.actor)
  const person = token.kind === 'token' ? token.person : null
  if (!person)
    throw new FanionError('auth/forbidden', {}, 'Only a personal API token can do this, and only for itself.')
  return inTransaction(ctx, async (tx) => {
    const { email } = await getPerson(tx.db, person.id)
    return revoke(tx, { personId: person.id }, token.id, email)
  })
}

/** Revokes a service token of the project for good. Idempotent. */
export const revokeServiceToken = (ctx: ProjectCtx, input: { id: string }): Promise<ApiToken> =>
  revoke(ctx, { projectId: ctx.project.id }, input.id, ctx.project.key)

const list = async (ctx: Ctx, owner: TokenOwner) => (await tokensOf(ctx.db, owner)).map(tokenView)

async function revoke(ctx: Ctx, owner: TokenOwner, id: string, place: string): Promise<ApiToken> {
  return inTransaction(ctx, async (tx) => {
    const row = await findToken(tx.db, owner, id)
    if (!row) throw new FanionError('token/not-found')
    if (row.revokedAt) return tokenView(row)
    const revokedAt = tx.now()
    await revokeToken(tx.db, row.id, revokedAt)
    const subject = `${place}/${row.prefix}`
    await audit(tx, { action: 'token.revoke', subject, ...('projectId' in owner && { projectId: owner.projectId }) })
    return tokenView({ ...row, revokedAt })
  })
}
