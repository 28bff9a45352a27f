import { limits } from '../../../shared/limits.ts'
import { findSession, touchSession } from '../../features/access/accounts/queries.ts'
import { tokenHash } from '../../features/access/accounts/session-token.ts'
import type { Db } from '../db/pool.ts'
import type { Actor } from '../kernel/actor.ts'

const slideAfterMs = 5 * 60_000

export const anonymous: Actor = { kind: 'anonymous', id: null, name: 'not signed in' }

/**
 * Resolves a session token to its actor. Anonymous if the token is absent, unknown or expired, or belongs to a disabled
 * account.
 */
export async function sessionActor(db: Db, token: string | undefined, now: Date): Promise<Actor> {
  if (!token) return anonymous
  const session = await findSession(db, tokenHash(token), now)
  if (!session) return anonymous
  if (now.getTime() - session.seenAt.getTime() > slideAfterMs) {
    await touchSession(db, session.id, now, new Date(now.getTime() + limits.sessionMs))
  }
  return {
    kind: 'user',
    id: session.personId,
    name: session.name,
    email: session.email,
    instanceRole: session.instanceRole,
    session: { id: session.id, authenticatedAt: session.authenticatedAt },
  }
}
