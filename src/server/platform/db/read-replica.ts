import { setTimeout as wait } from 'node:timers/promises'
import type { DatabaseAddress } from './address.ts'
import { type Db, openDb } from './pool.ts'
import { within } from './within.ts'

const lookEveryMs = 5_000
const answerMs = 3_000
/** What was written so long ago is there: a replica counts only while it has all that was written 5 seconds before the last look. */
const settledMs = 15_000

export type ReplicaLog = { readonly warn: (details: object, message: string) => void }

/**
 * A copy of the database (`DATABASE_READ_URL`) for what may be seconds old: history, the audit log, insights. It is asked only
 * while it keeps up, and never by who has just written something, nor about a project that has just changed.
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

  /** Notes who wrote something, or what it is about. */
  wrote(...marks: readonly (string | null | undefined)[]): void {
    const nowMs = this.#nowMs()
    for (const [mark, atMs] of this.#wrote) {
      if (nowMs - atMs < settledMs) break
      this.#wrote.delete(mark)
    }
    for (const mark of marks) {
      if (!mark) continue
      // the oldest stand first
      this.#wrote.delete(mark)
      this.#wrote.set(mark, nowMs)
    }
  }

  /** Where to read what is about these, and asked by these; undefined where the database itself must be asked. */
  for(...marks: readonly (string | null | undefined)[]): Db | undefined {
    const nowMs = this.#nowMs()
    if (!this.#keepsUp || nowMs - this.#lookedMs > 2 * lookEveryMs) return undefined
    const isFresh = marks.some((mark) => mark && nowMs - (this.#wrote.get(mark) ?? -Infinity) < settledMs)
    return isFresh ? undefined : this.#db
  }

  /** It did not answer: nobody asks it until it does again. */
  failed(error: unknown): void {
    this.#keepsUp = false
    this.#tell(`it does not answer (${String(error)})`)
  }

  /** Whether it has what was written until the last look; `before` is what the database had then. Answers what it has now. */
  async look(before: bigint | undefined): Promise<bigint> {
    const now = await newest(this.#primary)
    try {
      const copied = await within(answerMs, newest(this.#db))
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
      // where the database itself is away nothing is known of its copy
      before = await this.look(before).catch(() => undefined)
      await wait(lookEveryMs, undefined, { signal: this.#stop.signal, ref: false }).catch(() => undefined)
    }
  }
}

/** Opens a replica of `primary` with as many connections as that has for reading. */
export const openReplica = (
  url: string | DatabaseAddress,
  max: number,
  primary: Db,
  log: ReplicaLog,
  onIdleError: (error: Error) => void,
): ReadReplica => new ReadReplica(openDb(url, max, onIdleError, { work: 'replica' }), primary, log)

/** The number of the last event: whatever people write is one. */
export async function newest(db: Db): Promise<bigint> {
  const row = await db.selectFrom('event').select('sequence').orderBy('sequence', 'desc').limit(1).executeTakeFirst()
  return BigInt(row?.sequence ?? 0)
}
