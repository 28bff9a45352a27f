import type { Ctx } from '../../platform/kernel/ctx.ts'
import { warmIndexes } from './warm-indexes.ts'

/** Once after the start, reads what filters of the flag list are answered from, so that no request pays for it. */
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

  /** What is being read then is lost: nobody waits for it. */
  close(): void {
    this.#stopped = true
  }
}
