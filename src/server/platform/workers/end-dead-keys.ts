import { deadKeysAmong } from '../../features/access/keys/queries.ts'
import type { Db } from '../db/pool.ts'
import type { Hub } from '../live/hub.ts'

/**
 * Closes the streams whose key was revoked or has expired, and answers the keys' ids. Revocation is announced; this is
 * for what passed while announcements could not arrive, and for keys that end by the clock.
 */
export async function endDeadKeys(db: Db, hub: Hub, now: Date): Promise<string[]> {
  const dead = await deadKeysAmong(db, hub.keyIds(), now)
  for (const { id } of dead) hub.revoke(id)
  return dead.map(({ id }) => id)
}
