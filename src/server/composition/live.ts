import { KeyRing } from '../platform/auth/key-ring.ts'
import { EnvironmentStateCache } from '../platform/live/environment-state-cache.ts'
import { Hub } from '../platform/live/hub.ts'
import { LastHourMetrics } from '../platform/live/last-hour.ts'
import { RevisionFeed } from '../platform/live/revision-feed.ts'
import { endDeadKeys } from '../platform/workers/end-dead-keys.ts'
import { SnapshotCacheWriter } from '../platform/workers/snapshot-cache-writer.ts'
import type { Storage } from './storage.ts'

/** What a server has in memory of environments, keys and open streams. */
export type Live = ReturnType<typeof createLive>

export function createLive({ config, log, pools, kept, sign, now }: Storage) {
  const hub = new Hub(config.streamMaxAgeMs)
  const states = new EnvironmentStateCache(pools.read, hub, log, kept, sign)
  const keeping = new SnapshotCacheWriter({ db: pools.worker, states, kept, log, now })
  const ring = new KeyRing(pools.door, kept, () => keeping.keysChanged(), { now })
  /** Ends the streams of keys that were revoked or have expired. */
  const endKeys = () => {
    endDeadKeys(pools.worker, hub, now()).then(
      (ids) => ids.forEach((id) => ring.forget(id)),
      (error: unknown) => log.warn({ error: String(error) }, 'keys cannot be looked up now; the next time is soon'),
    )
  }
  return {
    hub,
    states,
    keeping,
    ring,
    endKeys,
    feed: new RevisionFeed(),
    lastHour: new LastHourMetrics(Date.now, () => hub.size),
  }
}
