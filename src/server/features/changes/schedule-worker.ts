import type { Ctx } from '../../platform/kernel/ctx.ts'
import { applyDueChanges } from './apply-due-changes.ts'

/** How often it is looked whether a time has come: well under the second within which it is promised to. */
const everyMs = 400

/** Applies scheduled changes when their time comes. Any number of servers may run one. */
export class Schedules {
  readonly #ctx: Ctx
  readonly #mayTakeDueWork: () => boolean
  #timer: NodeJS.Timeout | undefined
  #round: Promise<void> = Promise.resolve()
  #closed = false

  constructor(ctx: Ctx, mayTakeDueWork = () => true) {
    this.#ctx = ctx
    this.#mayTakeDueWork = mayTakeDueWork
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
      if (this.#mayTakeDueWork()) await applyDueChanges(this.#ctx)
    } catch (error) {
      this.#ctx.log.warn({ error: String(error) }, 'schedules cannot be read now; the next round tries again')
    }
    if (!this.#closed) this.#timer = setTimeout(() => this.start(), everyMs)
  }
}
