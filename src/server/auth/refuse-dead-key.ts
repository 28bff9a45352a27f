import { FanionError } from '../../shared/errors/fanion-error.ts'
import { isUnavailable } from '../db/failure.ts'
import type { Db } from '../db/pool.ts'
import { deadKeysAmong } from '../domain/keys/queries.ts'

/** Refuses with `auth/token-invalid` a key that was revoked or has expired; lets it pass while the database is away. */
export async function refuseDeadKey(db: Db, keyId: string, now: Date): Promise<void> {
  const dead = await deadKeysAmong(db, [keyId], now).catch((error: unknown) => {
    if (isUnavailable(error)) return []
    throw error
  })
  if (dead.length > 0) throw new FanionError('auth/token-invalid')
}
