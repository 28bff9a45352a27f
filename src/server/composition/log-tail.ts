import type { Intake } from '../features/usage/intake.ts'
import { RevisionLogTail } from '../platform/live/tail.ts'
import type { Live } from './live.ts'
import type { Storage } from './storage.ts'

/** Creates the tail of the log: it passes on what other servers published, revoked or changed. */
export const createTail = (
  { pools, address, log }: Storage,
  { hub, states, keeping, ring, feed, lastHour, endKeys }: Live,
  intake: Intake,
  onDelivery: () => void,
): RevisionLogTail =>
  new RevisionLogTail({
    db: pools.tail,
    url: address,
    log,
    onRevision: (revision) => {
      states.advance(revision)
      lastHour.told(revision.publishedAt)
      pools.replica?.wrote(revision.project)
      keeping.changed(revision.environmentId)
      feed.publish(revision)
    },
    onKeyRevoked: (keyId) => {
      ring.forget(keyId)
      keeping.keysChanged()
      hub.revoke(keyId)
    },
    onRead: () => states.forgetKept(),
    onListening: () => {
      endKeys()
      intake.forget()
    },
    onDelivery,
    onAccess: () => feed.recheck(),
    onChange: (told) => feed.changed(told),
    onPresence: (told) => feed.present(told),
    onMeasure: (id) => intake.forget(id),
  })
