import { limits } from '../../../shared/limits.ts'
import type { DatafilePatch } from '../../../shared/schemas/datafile.ts'
import { frame } from './sse.ts'
import type { VendorStreamEvent } from './vendor-projections.ts'

/** An open stream. `pending` returns the number of unsent bytes. */
export type Subscriber = {
  /**
   * `patches` for SDKs that evaluate locally, `signed` if they request signatures, `changes` for clients that evaluate
   * on the server, or events of another vendor's format.
   */
  readonly wants: 'patches' | 'signed' | 'changes' | VendorStreamEvent
  readonly keyId: string
  readonly write: (bytes: Buffer) => void
  readonly pending: () => number
  /** Closes after pending bytes were sent. */
  readonly end: () => void
  /** Closes immediately. */
  readonly cut: () => void
}

/** The last revision sent to a subscriber, and the last one it has certainly received. */
type SubscriberRevisions = { sent: number; taken: number }

/** Number of a key's streams that have received everything up to a revision. */
export type StreamsAt = { keyId: string; revision: number; streams: number }

const heartbeat = Buffer.from(': here\n\n')

/** A heartbeat that a page's script can see: comments are hidden from it. */
export const pageHeartbeat = Buffer.from('event: heartbeat\ndata: here\n\n')

/** Clients reconnect within this time after their stream reaches its maximum age, and within 5 s after a shutdown. */
const returnMs = 2_000

/**
 * Subscribers by environment. A frame is encoded once and the same bytes go to every subscriber. One that does not read
 * and falls more than 1 MiB behind its first frame is disconnected, and resumes when it reconnects.
 */
export class Hub {
  readonly #subscribers = new Map<string, Set<Subscriber>>()
  readonly #reached = new WeakMap<Subscriber, SubscriberRevisions>()
  /** Bytes queued behind other pending bytes. */
  readonly #behind = new WeakMap<Subscriber, number>()
  readonly #heartbeat: NodeJS.Timeout
  /** Number of heartbeats since the start, and the one at which each stream ends. */
  #beats = 0
  readonly #endsAt = new WeakMap<Subscriber, number>()
  readonly #maxBeats: number

  /** Number of streams disconnected because their client did not read. */
  cut = 0

  /**
   * With `maxAgeMs`, streams end at a random age between half of it and all of it. Their clients reconnect, perhaps to
   * another server: proxies prefer servers with few streams, so a restarted one gets its share. 0 disables this.
   */
  constructor(maxAgeMs = 0) {
    this.#maxBeats = maxAgeMs / limits.streamHeartbeatMs
    this.#heartbeat = setInterval(() => {
      this.#beats++
      this.#all((subscriber) => {
        if (this.#beats >= (this.#endsAt.get(subscriber) ?? Number.POSITIVE_INFINITY))
          this.#dismiss(subscriber, returnMs)
        // Pending bytes already show that the server is alive. A stream that does not read must not seem alive.
        else if (subscriber.pending() === 0)
          subscriber.write(subscriber.wants === 'changes' ? pageHeartbeat : heartbeat)
      })
    }, limits.streamHeartbeatMs)
    this.#heartbeat.unref()
  }

  get size(): number {
    let size = 0
    for (const set of this.#subscribers.values()) size += set.size
    return size
  }

  /** The distinct keys with open streams. */
  keyIds(): string[] {
    const ids = new Set<string>()
    this.#all(({ keyId }) => ids.add(keyId))
    return [...ids]
  }

  streamsByKey(): Map<string, number> {
    const counts = new Map<string, number>()
    this.#all(({ keyId }) => counts.set(keyId, (counts.get(keyId) ?? 0) + 1))
    return counts
  }

  /** The revisions that the streams of an environment have reached, grouped by key and revision. */
  streamsAt(environmentId: string): StreamsAt[] {
    const found = new Map<string, StreamsAt>()
    for (const subscriber of this.#subscribers.get(environmentId) ?? []) {
      const revision = this.#takenBy(subscriber)
      if (revision === undefined) continue
      const { keyId } = subscriber
      const one = found.get(`${keyId} ${revision}`) ?? { keyId, revision, streams: 0 }
      one.streams++
      found.set(`${keyId} ${revision}`, one)
    }
    return [...found.values()]
  }

  /** Adds a subscriber that was sent everything up to a revision. The returned function removes it. */
  subscribe(environmentId: string, subscriber: Subscriber, revision?: number): () => void {
    if (revision !== undefined) this.#reached.set(subscriber, { sent: revision, taken: 0 })
    if (this.#maxBeats > 0) {
      const age = Math.max(1, Math.ceil(this.#maxBeats * (0.5 + Math.random() / 2)))
      this.#endsAt.set(subscriber, this.#beats + age)
    }
    const set = this.#subscribers.get(environmentId) ?? new Set()
    set.add(subscriber)
    this.#subscribers.set(environmentId, set)
    return () => {
      if (set.delete(subscriber) && set.size === 0) this.#subscribers.delete(environmentId)
    }
  }

  /**
   * Sends a revision to subscribers. `etag` is that of the datafile after it; `foreign` returns the frame in other
   * formats.
   */
  publish(
    environmentId: string,
    patch: DatafilePatch,
    etag: string,
    foreign: (want: VendorStreamEvent) => Buffer = () => Buffer.alloc(0),
    sign: () => string | undefined = () => undefined,
  ): void {
    const subscribers = this.#subscribers.get(environmentId)
    if (!subscribers) return
    const lastModified = Math.floor(Date.parse(patch.publishedAt) / 1_000)
    const { signature: _, ...plain } = patch
    let signed: Buffer | undefined
    const frames = {
      patches: frame('patch', plain, patch.to),
      changes: frame('message', { type: 'refetchEvaluation', etag, lastModified }, patch.to),
    }
    for (const subscriber of subscribers) {
      const { wants } = subscriber
      this.#takenBy(subscriber)
      if (wants === 'patches' || wants === 'changes') this.#send(subscriber, frames[wants])
      else if (wants !== 'signed') this.#send(subscriber, foreign(wants))
      else this.#send(subscriber, (signed ??= frame('patch', { ...plain, signature: sign() }, patch.to)))
      const reach = this.#reached.get(subscriber)
      if (reach) reach.sent = patch.to
    }
  }

  /** The revision a subscriber has received: everything sent, once nothing is pending. */
  #takenBy(subscriber: Subscriber): number | undefined {
    const reach = this.#reached.get(subscriber)
    if (reach === undefined) return undefined
    if (subscriber.pending() === 0) reach.taken = reach.sent
    return reach.taken
  }

  /** Disconnects all subscribers of an environment. They reconnect and request what they need. */
  disconnect(environmentId: string): void {
    for (const subscriber of this.#subscribers.get(environmentId) ?? []) subscriber.end()
  }

  /** Disconnects the streams of a revoked key. */
  revoke(keyId: string): void {
    this.#all((subscriber) => {
      if (subscriber.keyId === keyId) subscriber.end()
    })
  }

  /** Ends all streams, each with its own random reconnect delay, and stops. */
  close(): void {
    clearInterval(this.#heartbeat)
    this.#all((subscriber) => this.#dismiss(subscriber, limits.clientRetryMinMs * 5))
  }

  /** Ends a stream and asks its client to reconnect within `withinMs`. */
  #dismiss(subscriber: Subscriber, withinMs: number): void {
    this.#send(subscriber, frame('reconnect', { retryMs: Math.round(Math.random() * withinMs) }))
    subscriber.end()
  }

  #send(subscriber: Subscriber, bytes: Buffer): void {
    const pending = subscriber.pending()
    // The first frame may be long and the connection slow, so it does not count.
    const behind = Math.min(pending, this.#behind.get(subscriber) ?? 0) + (pending === 0 ? 0 : bytes.length)
    this.#behind.set(subscriber, behind)
    if (behind <= limits.subscriberBufferBytes) return subscriber.write(bytes)
    this.cut++
    subscriber.cut()
  }

  #all(act: (subscriber: Subscriber) => void): void {
    for (const set of [...this.#subscribers.values()]) for (const subscriber of [...set]) act(subscriber)
  }
}
