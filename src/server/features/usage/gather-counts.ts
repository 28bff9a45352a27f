import { FanionError } from '../../../shared/errors/fanion-error.ts'
import { limits } from '../../../shared/limits.ts'
import type { Db } from '../../platform/db/pool.ts'
import { addGathered, type HourlyCount } from './queries.ts'

/** Counts of one hour and environment. */
type Gathered = HourlyCount & { environmentId: string; hour: Date }

/** What waits for the next statement, and who waits for it. */
type Batch = { sums: Map<string, Gathered>; done: Promise<void>; settle: (result: Promise<void>) => void }

const newBatch = (): Batch => {
  let settle: Batch['settle'] = () => undefined
  const done = new Promise<void>((resolve) => (settle = resolve))
  // whoever waits hears of a failure; where nobody does, it is nobody's
  done.catch(() => undefined)
  return { sums: new Map(), done, settle }
}

/**
 * Adds up what programs report, and writes it with one statement: at once where none was written within a second, else a
 * second after the last one began. A report is answered when its counts are stored, so a server that dies takes nothing with it
 * that a program does not send again.
 */
class CountGatherer {
  readonly #db: Db
  #batch = newBatch()
  #state: 'idle' | 'planned' | 'writing' = 'idle'

  constructor(db: Db) {
    this.#db = db
  }

  /** Resolves when the counts are stored. Refuses where there is no room until the database answers. */
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
    // whoever reports in the same moment goes along
    setTimeout(() => void this.#write(), 0)
  }

  async #write(): Promise<void> {
    const batch = this.#batch
    this.#batch = newBatch()
    this.#state = 'writing'
    const rested = new Promise((resolve) => setTimeout(resolve, limits.gatherMs))
    const written = addGathered(this.#db, [...batch.sums.values()])
    batch.settle(written)
    await Promise.allSettled([written, rested])
    this.#state = 'idle'
    if (this.#batch.sums.size > 0) this.#plan()
  }
}

/** One for each pool: a server has one. */
const gatherers = new WeakMap<Db, CountGatherer>()

/** Stores counts together with what others report within the same second. `counts` holds each flag and variant once. */
export function gatherCounts(db: Db, environmentId: string, hour: Date, counts: readonly HourlyCount[]): Promise<void> {
  const gatherer = gatherers.get(db) ?? new CountGatherer(db)
  gatherers.set(db, gatherer)
  return gatherer.add(environmentId, hour, counts)
}
