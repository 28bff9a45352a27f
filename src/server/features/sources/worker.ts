import type { DueWarehouseQuery } from './queries.ts'
import { readDueSlices, type SlicesCtx } from './read-due-slices.ts'

/** Poll interval in ms. */
const everyMs = 2_000

/** Reads due data from other databases, one slice after another. Any number of servers may run it. */
export class WarehouseWorker {
  readonly #ctx: SlicesCtx
  readonly #mayTakeDueWork: () => boolean
  #timer: NodeJS.Timeout | undefined
  #round: Promise<void> = Promise.resolve()
  readonly #unreleased: DueWarehouseQuery[] = []
  readonly #leaving = new AbortController()

  constructor(ctx: SlicesCtx, mayTakeDueWork = () => true) {
    this.#ctx = ctx
    this.#mayTakeDueWork = mayTakeDueWork
  }

  start(): void {
    this.#round = this.#read()
  }

  /** Aborts the current read. Incomplete slices are read again. */
  async close(): Promise<void> {
    this.#leaving.abort()
    clearTimeout(this.#timer)
    await this.#round
  }

  async #read(): Promise<void> {
    try {
      if (this.#mayTakeDueWork()) await readDueSlices(this.#ctx, this.#leaving.signal, this.#unreleased)
    } catch (error) {
      this.#ctx.log.warn({ error: String(error) }, 'other databases cannot be read now; the next round tries again')
    }
    if (!this.#leaving.signal.aborted) this.#timer = setTimeout(() => this.start(), everyMs)
  }
}
