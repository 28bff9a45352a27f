import { limits } from '../../../shared/limits.ts'
import type { SecretCtx } from '../../platform/kernel/ctx.ts'
import { releaseLeft } from '../../platform/kernel/interrupted-work.ts'
import type { PrivateAddressAllowance } from '../../platform/outbound/allowance.ts'
import { leaseWebhooks, releaseTurn, sendDueMessages, type WebhookLease } from './deliver.ts'

/**
 * Sends webhooks, many in parallel and each in order. Wakes when a message is queued, when a turn ends, and every
 * second for retries. Failing receivers use at most half of the slots.
 */
export class WebhookWorker {
  readonly #ctx: SecretCtx
  readonly #allowPrivate: PrivateAddressAllowance
  readonly #unreleased: WebhookLease[] = []
  readonly #going = new Map<WebhookLease, Promise<void>>()
  #poll: NodeJS.Timeout | undefined
  #round: Promise<void> | undefined
  #again = false
  #closed = false

  constructor(ctx: SecretCtx, allowPrivate: PrivateAddressAllowance) {
    this.#ctx = ctx
    this.#allowPrivate = allowPrivate
  }

  start(): void {
    this.#poll = setInterval(() => this.wake(), everyMs).unref()
    this.wake()
  }

  /** Checks for due messages. Calls during a check cause one more check. */
  wake(): void {
    if (this.#closed) return
    this.#again = true
    this.#round ??= this.#take().finally(() => {
      this.#round = undefined
    })
  }

  /** Waits for the turns in progress. */
  async close(): Promise<void> {
    this.#closed = true
    clearInterval(this.#poll)
    await this.#round
    await Promise.all(this.#going.values())
  }

  async #take(): Promise<void> {
    while (this.#again && !this.#closed) {
      this.#again = false
      const places = limits.webhooksAtOnce - this.#going.size
      if (places === 0) return
      const failing = [...this.#going.keys()].filter((turn) => turn.failing).length
      try {
        await releaseLeft(this.#unreleased, (turn) => releaseTurn(this.#ctx, turn))
        const room = Math.max(0, limits.webhooksAtOnce / 2 - failing)
        for (const turn of await leaseWebhooks(this.#ctx, places, room)) this.#begin(turn)
      } catch (error) {
        this.#complain(error)
      }
    }
  }

  #begin(turn: WebhookLease): void {
    const going = sendDueMessages(this.#ctx, turn, this.#allowPrivate)
      .catch((error: unknown) => {
        this.#unreleased.push(turn)
        this.#complain(error)
      })
      .finally(() => {
        this.#going.delete(turn)
        this.wake()
      })
    this.#going.set(turn, going)
  }

  #complain(error: unknown): void {
    this.#ctx.log.warn({ error: String(error) }, 'webhooks cannot be sent now; the next look tries again')
  }
}

const everyMs = 1_000
