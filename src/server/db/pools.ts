import { type Db, openDb } from './pool.ts'
import type { Work } from './time-limits.ts'

/**
 * The connections of a server, apart by what they are for: whoever waits for a lock holds up others of their kind at
 * most, and never sign-in, readiness, delivery or what the server does by itself.
 */
export class Pools {
  /** People's and programs' changes. */
  readonly publish: Db
  /** What is only read. */
  readonly read: Db
  /** Who somebody is: sessions, tokens, keys, signing in; and readiness. */
  readonly door: Db
  /** What programs counted. */
  readonly telemetry: Db
  /** What a server does by itself. */
  readonly worker: Db
  /** Follows the log. */
  readonly tail: Db
  #ready = false

  /** `size`: how many connections requests may have, half of them for changes. */
  constructor(url: string, size: number, onIdleError: (error: Error) => void) {
    const mayUse = () => {
      if (!this.#ready) throw notYet()
    }
    const open = (work: Work, max: number) => openDb(url, max, onIdleError, { work, mayUse })
    this.publish = open('publish', publishing(size))
    this.read = open('read', Math.max(1, Math.floor(size / 2)))
    this.door = open('door', 4)
    this.telemetry = open('publish', 2)
    this.worker = open('worker', 4)
    this.tail = open('tail', 1)
  }

  /** Lets everybody in, once the database is what this program expects. */
  open(): void {
    this.#ready = true
  }

  async close(): Promise<void> {
    const { publish, read, door, telemetry, worker, tail } = this
    await Promise.all([publish, read, door, telemetry, worker, tail].map((db) => db.destroy()))
  }
}

/** How many connections are for changes. */
export const publishing = (size: number): number => Math.max(1, Math.ceil(size / 2))

const notYet = () => Object.assign(new Error('the database has not been reached yet'), { code: '08001' })
