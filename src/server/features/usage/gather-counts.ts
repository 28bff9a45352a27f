import { FanionError } from '../../../shared/errors/fanion-error.ts'
import { limits } from '../../../shared/limits.ts'
import type { Db } from '../../platform/db/pool.ts'
import { addHourlyCounts, type HourlyCount } from './queries.ts'

type GatheredCount = HourlyCount & { environmentId: string; hour: Date }

/** The next write, and the promise that its reports wait for. */
type Batch = { sums: Map<string, GatheredCount>; done: Promise<void>; settle: (result: Promise<void>) => void }

const newBatch = (): Batch => {
  let settle: Batch['settle'] = () => undefined
  const done = new Promise<void>((resolve) => (settle = resolve))
  // prevents an unhandled rejection if no report waits
  done.catch(() => undefined)
  return { sums: new Map(), done, settle }
}

/**
 * Sums reported counts and writes them with one statement: immediately if none was written within the last second, or
 * one second after the last write began. A report is acknowledged only after its counts are stored, so a crash loses
 * nothing that the SDK does not send again.
 */
class CountGatherer {
  readonly #db: Db
  #batch = newBatch()
  #state: 'idle' | 'planned' | 'writing' = 'idle'

  constructor(db: Db) {
    this.#db = db
  }

  /** Resolves when the counts are stored. Rejects if the buffer is full because the database is too slow. */
  add(environmentId: string, hour: Date, counts: readonly HourlyCount[]): Promise<void> {
    const { sums, done } = this.#batch
    if (sums.size + counts.length > limits.gatheredCounts) {
      const refusal = new FanionError('server/unavailable', {}, 'More is reported than the database takes in now.')
      return Promise.reject(refusal)
    }
    for (const { flag, variant, count } of counts) {
      const key = `${environmentId}\n${hour.getTime()}\n${flag}\n${variant}`
      const sum = sums.get(key)
      if (sum) sum.count = Math.min(Number.MAX_SAFE_INTEGER, sum.count + count)
      else sums.set(key, { environmentId, hour, flag, variant, count })
    }
    this.#plan()
    return done
  }

  #plan(): void {
    if (this.#state !== 'idle') return
    this.#state = 'planned'
    // includes reports that arrive in the same event loop turn
    setTimeout(() => void this.#write(), 0)
  }

  async #write(): Promise<void> {
    const batch = this.#batch
    this.#batch = newBatch()
    this.#state = 'writing'
    const rested = new Promise((resolve) => setTimeout(resolve, limits.gatherMs))
    const written = addHourlyCounts(this.#db, [...batch.sums.values()])
    batch.settle(written)
    await Promise.allSettled([written, rested])
    this.#state = 'idle'
    if (this.#batch.sums.size > 0) this.#plan()
  }
}

/** One gatherer per database pool. A server has one pool. */
const gatherers = new WeakMap<Db, CountGatherer>()

/** Stores counts together with other reports of the same second. `counts` must contain each flag and variant once. */
export function gatherCounts(db: Db, environmentId: string, hour: Date, counts: readonly HourlyCount[]): Promise<void> {
  const gatherer = gatherers.get(db) ?? new CountGatherer(db)
  gatherers.set(db, gatherer)
  return gatherer.add(environmentId, hour, counts)
}
