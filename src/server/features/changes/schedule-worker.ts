import type { Ctx } from '../../platform/kernel/ctx.ts'
import { applyDueChanges } from './apply-due-changes.ts'

/** Poll interval in ms. Schedules are guaranteed to run within one second. */
const everyMs = 400

/** Applies scheduled changes when they are due. Any number of servers may run it. */
export class ScheduleWorker {
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

  /** Stops the worker after the current round. */
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
