import { limits } from '../../../shared/limits.ts'
import type { DatafilePatch } from '../../../shared/schemas/datafile.ts'
import type { ForeignWant } from './readings.ts'
import { frame } from './sse.ts'

/** One open stream. `pending` is how many bytes it has not taken yet. */
export type Subscriber = {
  /** Patches for programs that evaluate themselves, signed where they ask for it, only word of a change for those that ask the server, or what another format has. */
  readonly wants: 'patches' | 'signed' | 'changes' | ForeignWant
  readonly keyId: string
  readonly write: (bytes: Buffer) => void
  readonly pending: () => number
  /** Closes after what is pending was sent. */
  readonly end: () => void
  /** Closes at once. */
  readonly cut: () => void
}

/** The revision that was sent to a subscriber last, and the last one that it has certainly taken. */
type Reach = { sent: number; taken: number }

/** How many streams of a key have taken everything up to a revision. */
export type StreamsAt = { keyId: string; revision: number; streams: number }

const heartbeat = Buffer.from(': here\n\n')

/** What a page's script can see of a heartbeat: comments stay hidden from it. */
export const pageHeartbeat = Buffer.from('event: heartbeat\ndata: here\n\n')

/** Programs come back within this time when their stream has reached its age; at a shutdown within 5 s. */
const returnMs = 2_000

/**
 * Who listens to which environment. A frame is made once and the same bytes go to every subscriber; one that does not
 * take them and falls 1 MiB behind what it began with is cut off, and resumes when it comes back.
 */
export class Hub {
  readonly #subscribers = new Map<string, Set<Subscriber>>()
  readonly #reached = new WeakMap<Subscriber, Reach>()
  /** Bytes that were written behind others that waited. */
  readonly #behind = new WeakMap<Subscriber, number>()
  readonly #heartbeat: NodeJS.Timeout
  /** Heartbeats since the start, and the one at which each stream ends. */
  #beats = 0
  readonly #endsAt = new WeakMap<Subscriber, number>()
  readonly #maxBeats: number

  /** How many streams were cut because their program did not read. */
  cut = 0

  /**
   * `maxAgeMs`: streams end at a random age between half of it and the whole, and come back, perhaps to another server. A
   * proxy gives new streams to the servers that have the fewest, so that one that was restarted gets its share. 0: never.
   */
  constructor(maxAgeMs = 0) {
    this.#maxBeats = maxAgeMs / limits.streamHeartbeatMs
    this.#heartbeat = setInterval(() => {
      this.#beats++
      this.#all((subscriber) => {
        if (this.#beats >= (this.#endsAt.get(subscriber) ?? Number.POSITIVE_INFINITY))
          this.#dismiss(subscriber, returnMs)
        // Bytes that wait show that the server is alive, too; a stream that takes none of them must not seem alive.
        else if (subscriber.pending() === 0)
          subscriber.write(subscriber.wants === 'changes' ? pageHeartbeat : heartbeat)
      })
    }, limits.streamHeartbeatMs)
    this.#heartbeat.unref()
  }

  /** How many streams are open. */
  get size(): number {
    let size = 0
    for (const set of this.#subscribers.values()) size += set.size
    return size
  }

  /** The keys that streams are open with, each once. */
  keyIds(): string[] {
    const ids = new Set<string>()
    this.#all(({ keyId }) => ids.add(keyId))
    return [...ids]
  }

  /** How many streams are open with each key, by its id. */
  streamsByKey(): Map<string, number> {
    const counts = new Map<string, number>()
    this.#all(({ keyId }) => counts.set(keyId, (counts.get(keyId) ?? 0) + 1))
    return counts
  }

  /** How far the streams of an environment are, those of a key that are equally far together. */
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

  /** Adds a subscriber that was brought up to a revision; the answer takes it out again. */
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

  /** Tells of a revision; `etag` is that of the environment's datafile after it, `foreign` says it in other formats. */
  publish(
    environmentId: string,
    patch: DatafilePatch,
    etag: string,
    foreign: (want: ForeignWant) => Buffer = () => Buffer.alloc(0),
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

  /** What a subscriber has taken: everything sent, once nothing of it waits any more. */
  #takenBy(subscriber: Subscriber): number | undefined {
    const reach = this.#reached.get(subscriber)
    if (reach === undefined) return undefined
    if (subscriber.pending() === 0) reach.taken = reach.sent
    return reach.taken
  }

  /** Cuts off everybody who listens to an environment; they come back and ask for what they need. */
  disconnect(environmentId: string): void {
    for (const subscriber of this.#subscribers.get(environmentId) ?? []) subscriber.end()
  }

  /** Cuts off whoever came with this key, now that it is revoked. */
  revoke(keyId: string): void {
    this.#all((subscriber) => {
      if (subscriber.keyId === keyId) subscriber.end()
    })
  }

  /** Says goodbye to everybody, each with a moment of its own to come back, and stops. */
  close(): void {
    clearInterval(this.#heartbeat)
    this.#all((subscriber) => this.#dismiss(subscriber, limits.clientRetryMinMs * 5))
  }

  /** Ends a stream and asks its program to come back within `withinMs`. */
  #dismiss(subscriber: Subscriber, withinMs: number): void {
    this.#send(subscriber, frame('reconnect', { retryMs: Math.round(Math.random() * withinMs) }))
    subscriber.end()
  }

  #send(subscriber: Subscriber, bytes: Buffer): void {
    const pending = subscriber.pending()
    // what it began with may be long, and its line slow
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
