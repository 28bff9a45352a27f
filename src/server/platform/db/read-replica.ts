import { setTimeout as wait } from 'node:timers/promises'
import type { DatabaseAddress } from './address.ts'
import { type Db, openDb } from './pool.ts'
import { rejectAfter } from './reject-after.ts'

const lookEveryMs = 5_000
const answerMs = 3_000
/**
 * Writes older than this are on the replica: it is used only while it has everything that was written before the
 * previous check, 5 seconds earlier.
 */
const settledMs = 15_000

export type ReplicaLog = { readonly warn: (details: object, message: string) => void }

/**
 * A read replica (`DATABASE_READ_URL`) for data that may be seconds old: history, the audit log, insights. It is used
 * only while it keeps up, and never for a user who has just written something or a project that has just changed.
 */
export class ReadReplica {
  readonly #db: Db
  readonly #primary: Db
  readonly #log: ReplicaLog
  readonly #nowMs: () => number
  readonly #wrote = new Map<string, number>()
  readonly #stop = new AbortController()
  #keepsUp = false
  #lookedMs = 0
  #wasTold = false
  #looks: Promise<void> = Promise.resolve()

  constructor(db: Db, primary: Db, log: ReplicaLog, nowMs: () => number = Date.now) {
    this.#db = db
    this.#primary = primary
    this.#log = log
    this.#nowMs = nowMs
  }

  start(): void {
    this.#looks = this.#lookOn()
  }

  async close(): Promise<void> {
    this.#stop.abort()
    await this.#looks
    await this.#db.destroy()
  }

  /** Records who has written something, or which project was changed. */
  wrote(...marks: readonly (string | null | undefined)[]): void {
    const nowMs = this.#nowMs()
    for (const [mark, atMs] of this.#wrote) {
      if (nowMs - atMs < settledMs) break
      this.#wrote.delete(mark)
    }
    for (const mark of marks) {
      if (!mark) continue
      // Keeps the map ordered by time, oldest first.
      this.#wrote.delete(mark)
      this.#wrote.set(mark, nowMs)
    }
  }

  /** Returns the replica if it is current for these users and projects. Undefined means: read from the primary. */
  for(...marks: readonly (string | null | undefined)[]): Db | undefined {
    const nowMs = this.#nowMs()
    if (!this.#keepsUp || nowMs - this.#lookedMs > 2 * lookEveryMs) return undefined
    const isFresh = marks.some((mark) => mark && nowMs - (this.#wrote.get(mark) ?? -Infinity) < settledMs)
    return isFresh ? undefined : this.#db
  }

  /** Stops using the replica until it responds again. */
  failed(error: unknown): void {
    this.#keepsUp = false
    this.#tell(`it does not answer (${String(error)})`)
  }

  /**
   * Checks whether the replica has caught up with `before`, the primary's position at the previous check. Returns the
   * primary's current position.
   */
  async look(before: bigint | undefined): Promise<bigint> {
    const now = await newest(this.#primary)
    try {
      const copied = await rejectAfter(answerMs, newest(this.#db))
      this.#keepsUp = before !== undefined && copied >= before
      if (before !== undefined && copied < before) this.#tell('it is more than 5 seconds behind')
      if (this.#keepsUp && this.#wasTold) {
        this.#wasTold = false
        this.#log.warn({}, 'DATABASE_READ_URL is read from again')
      }
    } catch (error) {
      this.failed(error)
    }
    this.#lookedMs = this.#nowMs()
    return now
  }

  #tell(why: string): void {
    if (this.#wasTold) return
    this.#wasTold = true
    this.#log.warn({}, `DATABASE_READ_URL is not read from: ${why}. The database itself is asked meanwhile.`)
  }

  async #lookOn(): Promise<void> {
    for (let before: bigint | undefined; !this.#stop.signal.aborted; ) {
      // If the primary is down, the state of its replica is unknown.
      before = await this.look(before).catch(() => undefined)
      await wait(lookEveryMs, undefined, { signal: this.#stop.signal, ref: false }).catch(() => undefined)
    }
  }
}

/** Opens a replica with as many connections as the primary has for reads. */
export const openReplica = (
  url: string | DatabaseAddress,
  max: number,
  primary: Db,
  log: ReplicaLog,
  onIdleError: (error: Error) => void,
): ReadReplica => new ReadReplica(openDb(url, max, onIdleError, { work: 'replica' }), primary, log)

/** Returns the sequence number of the latest audit event. Every write by a user creates one. */
export async function newest(db: Db): Promise<bigint> {
  const row = await db.selectFrom('event').select('sequence').orderBy('sequence', 'desc').limit(1).executeTakeFirst()
  return BigInt(row?.sequence ?? 0)
}
