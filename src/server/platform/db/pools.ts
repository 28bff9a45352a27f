import type { DatabaseAddress } from './address.ts'
import type { DatabaseOutage } from './outage.ts'
import { type Db, openDb } from './pool.ts'
import { openReplica, type ReadReplica, type ReplicaLog } from './read-replica.ts'
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
  /** A copy for what may be seconds old, where the operator has one. */
  readonly replica: ReadReplica | undefined
  #ready = false

  /** `size`: how many connections requests may have, half of them for changes; `copy`: where there is one to read from. */
  constructor(
    url: string | DatabaseAddress,
    size: number,
    onIdleError: (error: Error) => void,
    copy?: { readonly url: string | DatabaseAddress | undefined; readonly log: ReplicaLog },
    outage?: DatabaseOutage,
  ) {
    const mayUse = () => {
      if (!this.#ready) throw notYet()
    }
    const open = (work: Work, max: number) => openDb(url, max, onIdleError, { work, mayUse, outage })
    this.publish = open('publish', publishing(size))
    this.read = open('read', reading(size))
    this.door = open('door', own.door)
    this.telemetry = open('publish', own.telemetry)
    this.worker = open('worker', own.worker)
    this.tail = open('tail', own.tail)
    this.replica =
      copy?.url === undefined ? undefined : openReplica(copy.url, reading(size), this.tail, copy.log, onIdleError)
  }

  /** Lets everybody in, once the database is what this program expects. */
  open(): void {
    this.#ready = true
    this.replica?.start()
  }

  async close(): Promise<void> {
    const { publish, read, door, telemetry, worker, tail } = this
    await this.replica?.close()
    await Promise.all([publish, read, door, telemetry, worker, tail].map((db) => db.destroy()))
  }
}

/** How many connections are for changes. */
export const publishing = (size: number): number => Math.max(1, Math.ceil(size / 2))

/** How many are for what is only read. */
const reading = (size: number): number => Math.max(1, Math.floor(size / 2))

/** How many are for something else than requests, and one that listens. */
const own = { door: 4, telemetry: 2, worker: 4, tail: 1, listening: 1 } as const

/** As many connections to its database a server opens at most. */
export const mostConnections = (size: number): number =>
  publishing(size) + reading(size) + Object.values(own).reduce<number>((sum, one) => sum + one, 0)

const notYet = () => Object.assign(new Error('the database has not been reached yet'), { code: '08001' })
