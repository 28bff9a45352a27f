import { followFlags } from '../domain/experiments/follow-flags.ts'
import { takeDueLooksAtRuns } from '../domain/results/take-due-looks-at-runs.ts'
import type { Ctx, MeasureCtx } from '../kernel/ctx.ts'

/** How often it is looked whether a flag of an experiment has moved, or a look is due. */
const everyMs = 500

/** Follows the flags of experiments and takes their looks. Any number of servers may run one. */
export class Experiments {
  readonly #ctx: Ctx & MeasureCtx
  #timer: NodeJS.Timeout | undefined
  #round: Promise<void> = Promise.resolve()
  #looks: Promise<void> | undefined
  #closed = false

  constructor(ctx: Ctx & MeasureCtx) {
    this.#ctx = ctx
  }

  start(): void {
    this.#round = this.#look()
  }

  /** Finishes the round that is going on. */
  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#timer)
    await this.#round
    await this.#looks
  }

  async #look(): Promise<void> {
    // a look may take its time: a flag that was turned off does not wait for it
    this.#looks ??= this.#takeLooks()
    try {
      await followFlags(this.#ctx)
    } catch (error) {
      this.#ctx.log.warn({ error: String(error) }, 'experiments cannot be read now; the next round tries again')
    }
    if (!this.#closed) this.#timer = setTimeout(() => this.start(), everyMs)
  }

  async #takeLooks(): Promise<void> {
    try {
      await takeDueLooksAtRuns(this.#ctx)
    } catch (error) {
      this.#ctx.log.warn({ error: String(error) }, 'experiments cannot be looked at now; the next round tries again')
    }
    this.#looks = undefined
  }
}
