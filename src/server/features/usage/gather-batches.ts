import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { TrackReceipt } from '../../../shared/features/usage/schemas/tracked.ts'
import { limits } from '../../../shared/limits.ts'
import { isLockTimeout } from '../../platform/db/failure.ts'
import type { Db } from '../../platform/db/pool.ts'
import type { ReadyBatch } from '../../platform/event-store/rows.ts'
import type { EventStore } from '../../platform/event-store/store.ts'
import { storedReceiptOf } from './batch-queries.ts'

type PendingBatch = { readonly batch: ReadyBatch; settle: (fresh: Promise<boolean>) => void; fresh: Promise<boolean> }

/** Batches are written together after this time in ms, or when this many rows are waiting. */
const gatherMs = 20
const gatherRows = 2_000

const rowsOf = ({ judged }: ReadyBatch) => judged.tracks.length + judged.exposures.length

/**
 * Writes batches together with others that arrive at the same time. A batch is acknowledged only after it is stored, so
 * a crash loses nothing that the SDK does not send again.
 */
export class BatchGatherer {
  readonly #db: Db
  readonly #store: EventStore
  #waiting = new Map<string, PendingBatch>()
  #rows = 0
  #underWay = 0
  #timer: NodeJS.Timeout | undefined

  constructor(db: Db, store: EventStore) {
    this.#db = db
    this.#store = store
  }

  /** Resolves when the batch is stored. A repeated batch gets its original receipt. */
  async keep(batch: ReadyBatch): Promise<TrackReceipt> {
    const fresh = await this.#add(batch)
    if (fresh) return batch.judged.receipt
    return (await storedReceiptOf(this.#db, batch.place, batch.id)) ?? batch.judged.receipt
  }

  #add(batch: ReadyBatch): Promise<boolean> {
    const id = `${batch.place} ${batch.id}`
    const same = this.#waiting.get(id)
    if (same) return same.fresh.then(() => false)
    if (this.#rows + this.#underWay > limits.rowsWaiting) {
      const sentence = 'More is reported than the database takes in now.'
      return Promise.reject(new FanionError('server/unavailable', { retryAfterSeconds: 5 }, sentence))
    }
    let settle: PendingBatch['settle'] = () => undefined
    const fresh = new Promise<boolean>((resolve) => (settle = resolve))
    this.#waiting.set(id, { batch, settle, fresh })
    this.#rows += rowsOf(batch)
    if (this.#rows >= gatherRows) this.#write()
    else this.#timer ??= setTimeout(() => this.#write(), gatherMs)
    return fresh
  }

  #write(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const gathered = [...this.#waiting.values()]
    const rows = this.#rows
    this.#waiting = new Map()
    this.#rows = 0
    this.#underWay += rows
    const written = this.#put(gathered.map(({ batch }) => batch))
    for (const [n, { settle }] of gathered.entries()) settle(written.then((fresh) => fresh.has(n)))
    written.then(
      () => (this.#underWay -= rows),
      () => (this.#underWay -= rows),
    )
  }

  async #put(batches: readonly ReadyBatch[]): Promise<ReadonlySet<number>> {
    try {
      return await this.#store.put(this.#db, batches)
    } catch (error) {
      // one of two deadlocked writes is retried
      if (!isLockTimeout(error)) throw error
      return this.#store.put(this.#db, batches)
    }
  }
}
