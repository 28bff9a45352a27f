import { limits } from '../../../../shared/limits.ts'
import type { Tx } from '../../../platform/db/pool.ts'
import type { Ctx } from '../../../platform/kernel/ctx.ts'
import { insertSession, touchPerson } from '../accounts/queries.ts'
import { tokenHash } from '../accounts/session-token.ts'

/**
 * Opens a session for a person who has just authenticated, and returns the only copy of its token. `by` is the single
 * sign-on provider, with its sealed ID token for signing out there too.
 */
export async function openSession(
  ctx: Ctx & { readonly db: Tx },
  personId: string,
  by: { providerId: string; idToken: string | null } | null = null,
): Promise<string> {
  const token = ctx.newSecret(32)
  const now = ctx.now()
  await insertSession(ctx.db, {
    id: ctx.newId(),
    tokenHash: tokenHash(token),
    personId,
    ...by,
    address: ctx.origin.address,
    userAgent: ctx.origin.userAgent,
    createdAt: now,
    seenAt: now,
    authenticatedAt: now,
    expiresAt: new Date(now.getTime() + limits.sessionMs),
  })
  await touchPerson(ctx.db, personId, now)
  return token
}
