import { FanionError } from '../../../shared/errors/fanion-error.ts'
import { ApiTokenText } from '../../../shared/features/access/schemas/api-token.ts'
import { keyHash } from '../../features/access/keys/key-hash.ts'
import { findTokenByHash, touchToken } from '../../features/access/keys/token-queries.ts'
import type { Db } from '../db/pool.ts'
import type { Actor } from '../kernel/actor.ts'

const touchAfterMs = 60_000

/**
 * Resolves an API token to its actor. Throws `auth/token-invalid`, always with the same message, if the token is
 * malformed, unknown, revoked or belongs to a disabled account, and `auth/token-expired` if it has expired.
 */
export async function tokenActor(db: Db, text: string, now: Date): Promise<Actor> {
  const invalid = () => new FanionError('auth/token-invalid', {}, 'This API token isn’t valid on this server.')
  if (!ApiTokenText.safeParse(text).success) throw invalid()
  const token = await findTokenByHash(db, keyHash(text))
  if (!token || token.revokedAt || token.disabledAt) throw invalid()
  if (token.expiresAt && token.expiresAt <= now) throw new FanionError('auth/token-expired')
  if (!token.lastUsedAt || now.getTime() - token.lastUsedAt.getTime() > touchAfterMs) {
    await touchToken(db, token.id, now)
  }
  const { id, name, scopes, expiresAt, personId, personName, instanceRole } = token
  const person = personId && personName && instanceRole ? { id: personId, name: personName, instanceRole } : null
  return { kind: 'token', id, name: person ? `${person.name} (${name})` : name, person, scopes, expiresAt }
}
