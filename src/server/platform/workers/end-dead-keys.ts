import { deadKeysAmong } from '../../features/access/keys/queries.ts'
import type { Db } from '../db/pool.ts'
import type { Hub } from '../live/hub.ts'

/**
 * Closes the streams of keys that were revoked or have expired, and returns the keys' ids. Revocations are notified;
 * this covers missed notifications and keys that expire.
 */
export async function endDeadKeys(db: Db, hub: Hub, now: Date): Promise<string[]> {
  const dead = await deadKeysAmong(db, hub.keyIds(), now)
  for (const { id } of dead) hub.revoke(id)
  return dead.map(({ id }) => id)
}
