import type { PresenceEvent } from '../../../shared/features/presence/schemas/presence.ts'
import type { LoggedRevision, ToldChange } from './tail.ts'

/** Hands every revision that comes off the log, and word of every change, to whoever listens: the UI's subscriptions. */
export class RevisionFeed {
  readonly #listeners = new Set<(revision: LoggedRevision) => void>()
  readonly #changes = new Set<(told?: ToldChange) => void>()
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

  /** Hears of changes that were made, moved or discussed; without one, of a time in which any may have been. */
  onChange = (listener: (told?: ToldChange) => void): (() => void) => {
    this.#changes.add(listener)
    return () => this.#changes.delete(listener)
  }

  changed(told?: ToldChange): void {
    for (const listener of this.#changes) listener(told)
  }

  /** Hears who has the page of a flag open. */
  onPresence = (listener: (told: PresenceEvent) => void): (() => void) => {
    this.#presence.add(listener)
    return () => this.#presence.delete(listener)
  }

  present(told: PresenceEvent): void {
    for (const listener of this.#presence) listener(told)
  }

  /** Has whoever listens end, because this server stops. */
  onClose = (listener: () => void): (() => void) => {
    this.#closing.add(listener)
    return () => this.#closing.delete(listener)
  }

  /** Ends every subscription; their clients come back to another server. */
  close(): void {
    for (const listener of [...this.#closing]) listener()
  }

  /** Has whoever may be shut out look whether they may still listen. */
  onRecheck = (listener: () => void): (() => void) => {
    this.#rechecks.add(listener)
    return () => this.#rechecks.delete(listener)
  }

  /** Somebody may do less than before. */
  recheck(): void {
    for (const listener of this.#rechecks) listener()
  }
}

/** The side of the feed that its listeners see. */
export type Revisions = Pick<RevisionFeed, 'subscribe' | 'onChange' | 'onPresence' | 'onRecheck' | 'onClose'>
