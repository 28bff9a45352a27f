import type { PresenceEvent } from '../../../shared/features/presence/schemas/presence.ts'
import type { ChangeNotification, LoggedRevision } from './tail.ts'

/** Distributes revisions from the log, and notices of changes, to listeners such as the UI's subscriptions. */
export class RevisionFeed {
  readonly #listeners = new Set<(revision: LoggedRevision) => void>()
  readonly #changes = new Set<(told?: ChangeNotification) => void>()
  readonly #presence = new Set<(told: PresenceEvent) => void>()
  readonly #rechecks = new Set<() => void>()
  readonly #closing = new Set<() => void>()

  subscribe = (listener: (revision: LoggedRevision) => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  publish(revision: LoggedRevision): void {
    for (const listener of this.#listeners) listener(revision)
  }

  /**
   * Listens for changes that were created, moved or discussed. Called without one after a time in which notices may
   * have been missed.
   */
  onChange = (listener: (told?: ChangeNotification) => void): (() => void) => {
    this.#changes.add(listener)
    return () => this.#changes.delete(listener)
  }

  changed(told?: ChangeNotification): void {
    for (const listener of this.#changes) listener(told)
  }

  /** Listens for who has a flag's page open. */
  onPresence = (listener: (told: PresenceEvent) => void): (() => void) => {
    this.#presence.add(listener)
    return () => this.#presence.delete(listener)
  }

  present(told: PresenceEvent): void {
    for (const listener of this.#presence) listener(told)
  }

  /** Called when this server stops, so that listeners end. */
  onClose = (listener: () => void): (() => void) => {
    this.#closing.add(listener)
    return () => this.#closing.delete(listener)
  }

  /** Ends all subscriptions. Their clients reconnect to another server. */
  close(): void {
    for (const listener of [...this.#closing]) listener()
  }

  /** Called when listeners should check whether they are still permitted. */
  onRecheck = (listener: () => void): (() => void) => {
    this.#rechecks.add(listener)
    return () => this.#rechecks.delete(listener)
  }

  /** Someone's permissions may have been reduced. */
  recheck(): void {
    for (const listener of this.#rechecks) listener()
  }
}

/** The part of the feed that listeners use. */
export type Revisions = Pick<RevisionFeed, 'subscribe' | 'onChange' | 'onPresence' | 'onRecheck' | 'onClose'>
