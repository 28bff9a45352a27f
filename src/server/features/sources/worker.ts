import type { DueFact } from './queries.ts'
import { type SlicesCtx, takeDueSlices } from './take-due-slices.ts'

/** How often it is looked whether a slice is due. */
const everyMs = 2_000

/** Reads what is due of other databases, one slice after the other. Any number of servers may run one. */
export class Slices {
  readonly #ctx: SlicesCtx
  readonly #mayTakeDueWork: () => boolean
  #timer: NodeJS.Timeout | undefined
  #round: Promise<void> = Promise.resolve()
  readonly #unreleased: DueFact[] = []
  readonly #leaving = new AbortController()

  constructor(ctx: SlicesCtx, mayTakeDueWork = () => true) {
    this.#ctx = ctx
    this.#mayTakeDueWork = mayTakeDueWork
  }

  start(): void {
    this.#round = this.#read()
  }

  /** Lets go of what is being read: a slice that is not whole is read again. */
  async close(): Promise<void> {
    this.#leaving.abort()
    clearTimeout(this.#timer)
    await this.#round
  }

  async #read(): Promise<void> {
    try {
      if (this.#mayTakeDueWork()) await takeDueSlices(this.#ctx, this.#leaving.signal, this.#unreleased)
    } catch (error) {
      this.#ctx.log.warn({ error: String(error) }, 'other databases cannot be read now; the next round tries again')
    }
    if (!this.#leaving.signal.aborted) this.#timer = setTimeout(() => this.start(), everyMs)
  }
}
