import { setTimeout as wait } from 'node:timers/promises'
import { type LetterCtx, sendLetters } from './send-letters.ts'

const everyMs = 2_000
/** How long a stopping server waits for an email being sent, in ms. After that, another server sends it again. */
const patienceMs = 3_000

/** Sends queued emails. Any number of servers may run it. */
export class Letters {
  readonly #ctx: LetterCtx
  #timer: NodeJS.Timeout | undefined
  #round: Promise<void> = Promise.resolve()
  #closed = false

  constructor(ctx: LetterCtx) {
    this.#ctx = ctx
  }

  start(): void {
    this.#round = this.#send()
  }

  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#timer)
    await Promise.race([this.#round, wait(patienceMs, undefined, { ref: false })])
  }

  async #send(): Promise<void> {
    try {
      await sendLetters(this.#ctx, () => !this.#closed)
    } catch (error) {
      if (!this.#closed)
        this.#ctx.log.warn({ error: String(error) }, 'letters cannot be sent now; the next round tries again')
    }
    if (!this.#closed) this.#timer = setTimeout(() => this.start(), everyMs)
  }
}
