import { limits } from '../../shared/limits.ts'
import { deliverDue } from '../domain/webhooks/deliver.ts'
import type { SecretCtx } from '../kernel/ctx.ts'

/** Sends webhooks: woken when there is something to send, and every 5 seconds for what is to be tried again. */
export class Webhooks {
  readonly #ctx: SecretCtx
  readonly #allowPrivate: boolean
  #poll: NodeJS.Timeout | undefined
  #round: Promise<void> | undefined
  #again = false
  #closed = false

  constructor(ctx: SecretCtx, allowPrivate: boolean) {
    this.#ctx = ctx
    this.#allowPrivate = allowPrivate
  }

  start(): void {
    this.#poll = setInterval(() => this.wake(), limits.pollMs).unref()
    this.wake()
  }

  /** Looks what is due; wakes that come meanwhile are answered by one more look. */
  wake(): void {
    if (this.#closed) return
    this.#again = true
    this.#round ??= this.#send().finally(() => {
      this.#round = undefined
    })
  }

  /** Finishes the attempts that are going on. */
  async close(): Promise<void> {
    this.#closed = true
    clearInterval(this.#poll)
    await this.#round
  }

  async #send(): Promise<void> {
    while (this.#again && !this.#closed) {
      this.#again = false
      try {
        if ((await deliverDue(this.#ctx, this.#allowPrivate)) > 0) this.#again = true
      } catch (error) {
        this.#ctx.log.warn({ error: String(error) }, 'webhooks cannot be sent now; the next look tries again')
      }
    }
  }
}
