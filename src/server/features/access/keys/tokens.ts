import { FanionError } from '../../../../shared/errors/fanion-error.ts'
import type { ApiToken } from '../../../../shared/features/access/schemas/api-token.ts'
import { audit } from '../../../platform/kernel/audit.ts'
import { type Ctx, inTransaction, type ProjectCtx } from '../../../platform/kernel/ctx.ts'
import { caller, signedIn } from '../../../platform/kernel/permit.ts'
import { getPerson } from '../accounts/get-person.ts'
import { everyServiceToken, findToken, revokeToken, type TokenOwner, tokensOf } from './token-queries.ts'
import { tokenView } from './token-view.ts'

/** The caller's personal tokens, revoked ones too, newest first. */
export const listTokens = (ctx: Ctx): Promise<ApiToken[]> => list(ctx, { personId: signedIn(ctx.actor).id })

/** The service tokens of the project, revoked ones too, newest first. */
export const listServiceTokens = (ctx: ProjectCtx): Promise<ApiToken[]> => list(ctx, { projectId: ctx.project.id })

/** The service tokens of every project, for owners: their scope names the project. */
export const listEveryServiceToken = async (ctx: Ctx): Promise<ApiToken[]> =>
  (await everyServiceToken(ctx.db)).map(tokenView)

/** Revokes one of the caller's personal tokens, for good. Revoking twice changes nothing. */
export function revokePersonalToken(ctx: Ctx, input: { id: string }): Promise<ApiToken> {
  const { id: personId, email } = signedIn(ctx.actor)
  return revoke(ctx, { personId }, input.id, email)
}

/** Revokes the personal token this call came with: how a program signs out. A service token's is not its own to end. */
export function revokeThisToken(ctx: Ctx): Promise<ApiToken> {
  const token = caller(ctx.actor)
  const person = token.kind === 'token' ? token.person : null
  if (!person)
    throw new FanionError('auth/forbidden', {}, 'Only a personal API token can do this, and only for itself.')
  return inTransaction(ctx, async (tx) => {
    const { email } = await getPerson(tx.db, person.id)
    return revoke(tx, { personId: person.id }, token.id, email)
  })
}

/** Revokes a service token of the project, for good. Revoking twice changes nothing. */
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
