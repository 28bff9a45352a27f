import { FanionError } from '../../../../shared/errors/fanion-error.ts'
import type {
  CreatedToken,
  RotateTokenInput,
  TokenScope,
} from '../../../../shared/features/access/schemas/api-token.ts'
import { audit } from '../../../platform/kernel/audit.ts'
import { type Ctx, inTransaction, type ProjectCtx } from '../../../platform/kernel/ctx.ts'
import { requireUserSession } from '../../../platform/kernel/require-permission.ts'
import { creatorOf, holdersOfNewToken, issueToken, type Owner, rejectScopeEscalation } from './create-token.ts'
import { expireToken, findToken, membersWhoSawToken } from './token-queries.ts'

type Input = Pick<RotateTokenInput, 'id' | 'overlapHours'>

/**
 * Creates a replacement for one of the caller's tokens, with the same name, scopes and lifetime. The old token keeps
 * working for `overlapHours`; 0 ends it immediately. The overlap never extends the old token's expiry.
 */
export function rotatePersonalToken(ctx: Ctx, input: Input): Promise<CreatedToken> {
  const person = requireUserSession(ctx.actor)
  return rotate(
    ctx,
    { kind: 'personal', personId: person.id, projectId: null, createdBy: person, holders: [] },
    input,
    person.email,
  )
}

/**
 * Rotates a service token of the project. The new token cannot exceed its creator's permissions. One created by a token
 * does not outlive it.
 */
export async function rotateServiceToken(ctx: ProjectCtx, input: Input): Promise<CreatedToken> {
  const { id: projectId, key } = ctx.project
  const holders = [...(await membersWhoSawToken(ctx.db, input.id)), ...(await holdersOfNewToken(ctx))]
  const owner = { kind: 'service', personId: null, projectId, createdBy: creatorOf(ctx.actor), holders } as const
  return rotate(ctx, owner, input, key, (scopes) =>
    scopes.forEach((scope) => rejectScopeEscalation(ctx.project, scope)),
  )
}

async function rotate(
  ctx: Ctx,
  owner: Owner,
  input: Input,
  place: string,
  check: (scopes: readonly TokenScope[]) => void = () => undefined,
): Promise<CreatedToken> {
  return inTransaction(ctx, async (tx) => {
    const { personId, projectId } = owner
    const old = await findToken(tx.db, personId ? { personId } : { projectId: projectId ?? '' }, input.id)
    const now = tx.now()
    if (!old || old.revokedAt || (old.expiresAt && old.expiresAt <= now)) {
      throw new FanionError('token/not-found', {}, 'This token doesn’t exist or has expired. Create a new one.')
    }
    check(old.scopes)
    const end = new Date(now.getTime() + input.overlapHours * 3_600_000)
    const expiresAt = old.expiresAt && old.expiresAt < end ? old.expiresAt : end
    await expireToken(tx.db, old.id, expiresAt)
    await audit(tx, {
      action: 'token.rotate',
      subject: `${place}/${old.prefix}`,
      ...(projectId && { projectId }),
      before: { expiresAt: old.expiresAt },
      after: { expiresAt },
    })
    const { name, scopes } = old
    return issueToken(tx, owner, { name, scopes, expiresInDays: lifeOf(old) }, place)
  })
}

const dayMs = 24 * 3_600_000

/** Lifetime in days that the token was created with. Null if it does not expire. */
const lifeOf = ({ createdAt, expiresAt }: { createdAt: Date; expiresAt: Date | null }): number | null =>
  expiresAt && Math.max(1, Math.round((expiresAt.getTime() - createdAt.getTime()) / dayMs))
