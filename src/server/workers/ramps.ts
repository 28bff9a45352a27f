import { takeDueSteps } from '../domain/ramps/take-due-steps.ts'
import type { Ctx } from '../kernel/ctx.ts'

/** How often it is looked whether a step is due, or a flag of a ramp has moved. */
const everyMs = 500

/** Takes the steps of ramps when their time comes. Any number of servers may run one. */
export class Ramps {
  readonly #ctx: Ctx
  #timer: NodeJS.Timeout | undefined
  #round: Promise<void> = Promise.resolve()
  #closed = false

  constructor(ctx: Ctx) {
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
  }

  async #look(): Promise<void> {
    try {
      await takeDueSteps(this.#ctx)
    } catch (error) {
      this.#ctx.log.warn({ error: String(error) }, 'ramps cannot be read now; the next round tries again')
    }
    if (!this.#closed) this.#timer = setTimeout(() => this.start(), everyMs)
  }
}
