import type { Ctx } from '../../platform/kernel/ctx.ts'
import { warmIndexes } from './warm-indexes.ts'

/** Loads the indexes for filters of the flag list once after startup, so that no request has to wait for it. */
export class FlagIndexes {
  readonly #ctx: Ctx
  #stopped = false

  constructor(ctx: Ctx) {
    this.#ctx = ctx
  }

  start(): void {
    void warmIndexes(this.#ctx, () => this.#stopped).catch((error: unknown) => {
      if (!this.#stopped)
        this.#ctx.log.warn({ error: String(error) }, 'flag lists could not be read ahead; the first filter reads them')
    })
  }

  /** Stops loading. The index being read is discarded. */
  close(): void {
    this.#stopped = true
  }
}
