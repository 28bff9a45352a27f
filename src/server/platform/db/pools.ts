import type { DatabaseAddress } from './address.ts'
import type { DatabaseOutage } from './outage.ts'
import { type Db, openDb } from './pool.ts'
import { openReplica, type ReadReplica, type ReplicaLog } from './read-replica.ts'
import type { Work } from './time-limits.ts'

/**
 * The connection pools of a server, one for each purpose. Requests that wait for a lock can only block others of their
 * kind, never sign-in, readiness, delivery or background work.
 */
export class Pools {
  /** Changes by users and SDKs. */
  readonly publish: Db
  /** Read-only requests. */
  readonly read: Db
  /** Authentication (sessions, tokens, keys, sign-in) and readiness. */
  readonly door: Db
  /** Evaluation counts from SDKs. */
  readonly telemetry: Db
  /** Background work. */
  readonly worker: Db
  /** Follows the revision log. */
  readonly tail: Db
  /** A read replica for data that may be seconds old, if the operator has configured one. */
  readonly replica: ReadReplica | undefined
  #ready = false

  /** `size` is the number of connections for requests, half of them for changes. `copy` is the read replica. */
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

  /** Allows queries, once the database has the expected schema. */
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

/** Number of connections for changes. */
export const publishing = (size: number): number => Math.max(1, Math.ceil(size / 2))

/** Number of connections for reads. */
const reading = (size: number): number => Math.max(1, Math.floor(size / 2))

/** Connections for everything except requests, including one that listens for notifications. */
const own = { door: 4, telemetry: 2, worker: 4, tail: 1, listening: 1 } as const

/** The maximum number of connections that a server opens to its database. */
export const mostConnections = (size: number): number =>
  publishing(size) + reading(size) + Object.values(own).reduce<number>((sum, one) => sum + one, 0)

const notYet = () => Object.assign(new Error('the database has not been reached yet'), { code: '08001' })
