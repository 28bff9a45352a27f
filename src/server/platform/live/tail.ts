import type { PresenceEvent } from '../../../shared/features/presence/schemas/presence.ts'
import { limits } from '../../../shared/limits.ts'
import { environmentHeads, type LogEntry, revisionsAfter } from '../../features/publishing/log-queries.ts'
import type { DatabaseAddress } from '../db/address.ts'
import type { Db } from '../db/pool.ts'
import type { Log } from '../kernel/ctx.ts'
import { Listener } from './listener.ts'

/** One revision read from the log. */
export type LoggedRevision = {
  environmentId: string
  project: string
  environment: string
  number: number
  publishedAt: Date
  digest: string
  actor: { kind: 'user' | 'token' | 'system'; id: string | null; name: string }
  entries: readonly LogEntry[]
}

/** The change that an event is about. */
export type ChangeNotification = { readonly projectId: string; readonly number: number }

const parseChangeNotification = (payload: string): ChangeNotification => {
  const [projectId = '', number = ''] = payload.split(':')
  return { projectId, number: Number(number) }
}

/** An environment, and how far its log was read. */
type TailPosition = { readonly project: string; readonly environment: string; seen: number }

type Options = {
  db: Db
  url: string | DatabaseAddress
  log: Log
  onRevision: (revision: LoggedRevision) => void
  onKeyRevoked: (keyId: string) => void
  /** A webhook delivery is due. */
  onDelivery: () => void
  /** Someone's permissions may have been reduced. */
  onAccess: () => void
  /**
   * A change was created, moved or discussed. Without a payload any change may have been, because notifications were
   * missed.
   */
  onChange: (told?: ChangeNotification) => void
  /** A user opened or closed a flag's page. */
  onPresence: (told: PresenceEvent) => void
  /** The metrics, events or runs of this project or environment changed. */
  onMeasure?: (id: string) => void
  /** The log was read to its end. */
  onRead?: () => void
  /** Notifications work again, or for the first time. Some may have been missed. */
  onListening: () => void
}

const pageSize = 200

/**
 * Follows the log of every environment in order and without gaps, woken by NOTIFY and, as a safety net, by a poll every
 * 5 seconds. Delivers each revision exactly once.
 */
export class RevisionLogTail {
  readonly #options: Options
  readonly #listener: Listener
  readonly #places = new Map<string, TailPosition>()
  /** Environments that were notified, with the latest revision named. */
  #named = new Map<string, number>()
  #all = false
  #poll: NodeJS.Timeout | undefined
  #reading: Promise<void> | undefined
  #again = false
  #closed = false
  /** Number of revisions read so far. */
  revisions = 0
  /** When the log was last read to its end. Undefined before the first time. */
  caughtUpAt: Date | undefined

  constructor(options: Options) {
    this.#options = options
    this.#listener = new Listener(options.url, (channel, payload) => {
      if (channel === 'fanion_keys') options.onKeyRevoked(payload)
      else if (channel === 'fanion_webhooks') options.onDelivery()
      else if (channel === 'fanion_access') options.onAccess()
      else if (channel === 'fanion_changes') options.onChange(parseChangeNotification(payload))
      else if (channel === 'fanion_measure') options.onMeasure?.(payload)
      // Safe cast: only `tell` writes these payloads.
      else if (channel === 'fanion_presence') options.onPresence(JSON.parse(payload) as PresenceEvent)
      else if (channel === undefined) this.wake()
      else this.#onPayload(payload)
      if (channel !== undefined) return
      options.onListening()
      options.onChange()
    })
  }

  /** Records where every log ends now, then follows. */
  async start(): Promise<void> {
    for (const head of await environmentHeads(this.#options.db)) this.#placeOf(head, head.headNumber)
    this.caughtUpAt = new Date()
    await this.#listener.start()
    this.#poll = setInterval(() => this.wake(), limits.pollMs)
    this.#poll.unref()
  }

  /** Whether notifications arrive. Without them the poll follows up to 5 seconds behind. */
  get connected(): boolean {
    return this.#listener.connected
  }

  /** Reads every log from where it was left. Wake-ups during a read cause one more read. */
  wake(): void {
    this.#all = true
    this.#readOn()
  }

  /** Reads the log that a notification names, unless that revision was already read. */
  #onPayload(payload: string): void {
    const [id = '', text = ''] = payload.split(':')
    const number = Number(text)
    if ((this.#places.get(id)?.seen ?? 0) >= number) return
    this.#named.set(id, number)
    this.#readOn()
  }

  #readOn(): void {
    if (this.#closed) return
    this.#again = true
    this.#reading ??= this.#readWhileWoken().finally(() => {
      this.#reading = undefined
    })
  }

  async close(): Promise<void> {
    this.#closed = true
    clearInterval(this.#poll)
    await this.#listener.close()
    await this.#reading
  }

  async #readWhileWoken(): Promise<void> {
    while (this.#again && !this.#closed) {
      this.#again = false
      try {
        await this.#read()
        this.caughtUpAt = new Date()
        this.#options.onRead?.()
      } catch (error) {
        this.#options.log.warn({ error: String(error) }, 'the log cannot be read now; the next poll tries again')
      }
    }
  }

  async #read(): Promise<void> {
    const [all, named] = [this.#all, this.#named]
    this.#all = false
    this.#named = new Map()
    try {
      if (all) {
        for (const head of await environmentHeads(this.#options.db)) {
          const place = this.#placeOf(head, 0)
          if (place.seen < head.headNumber) await this.#readLog(head.id, place)
        }
      } else {
        for (const id of named.keys()) {
          const [head] = this.#places.has(id) ? [] : await environmentHeads(this.#options.db, id)
          const place = head ? this.#placeOf(head, 0) : this.#places.get(id)
          if (place) await this.#readLog(id, place)
        }
      }
    } catch (error) {
      // Read everything next time, so that nothing is lost.
      this.#all = true
      throw error
    }
  }

  #placeOf(head: { id: string; key: string; project: string }, seen: number): TailPosition {
    const place = this.#places.get(head.id) ?? { project: head.project, environment: head.key, seen }
    this.#places.set(head.id, place)
    return place
  }

  async #readLog(environmentId: string, place: TailPosition): Promise<void> {
    for (let isEnd = false; !isEnd; ) {
      const page = await revisionsAfter(this.#options.db, environmentId, place.seen, pageSize)
      isEnd = page.length < pageSize
      for (const { number, publishedAt, digest, actorKind, actorId, actorName, entries } of page) {
        const actor = { kind: actorKind, id: actorId, name: actorName }
        const where = { environmentId, project: place.project, environment: place.environment }
        this.#options.onRevision({ ...where, number, publishedAt, digest, actor, entries: entries ?? [] })
        this.revisions++
        place.seen = number
      }
    }
  }
}
