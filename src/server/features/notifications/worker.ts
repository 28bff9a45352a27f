import { setTimeout as wait } from 'node:timers/promises'
import { postponeEmail } from './queries.ts'
import { type EmailCtx, sendQueuedEmails } from './send-queued-emails.ts'

const everyMs = 2_000
/** How long a stopping server waits for an email being sent, in ms. After that, another server sends it again. */
const patienceMs = 3_000
/** Longer than the mail server takes with a letter that is left under way. */
const retryMs = 60_000

/** Sends queued emails. Any number of servers may run it. */
export class EmailWorker {
  readonly #ctx: EmailCtx
  #timer: NodeJS.Timeout | undefined
  #round: Promise<void> = Promise.resolve()
  #closed = false
  #underWay: string | null = null

  constructor(ctx: EmailCtx) {
    this.#ctx = ctx
  }

  start(): void {
    this.#round = this.#send()
  }

  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#timer)
    await Promise.race([this.#round, wait(patienceMs, undefined, { ref: false })])
    // this server did not stop at it
    const { db, now } = this.#ctx
    if (this.#underWay !== null)
      await postponeEmail(db, this.#underWay, new Date(now().getTime() + retryMs)).catch(() => undefined)
  }

  async #send(): Promise<void> {
    try {
      await sendQueuedEmails(
        this.#ctx,
        () => !this.#closed,
        (id) => {
          this.#underWay = id
        },
      )
    } catch (error) {
      if (!this.#closed)
        this.#ctx.log.warn({ error: String(error) }, 'letters cannot be sent now; the next round tries again')
    }
    if (!this.#closed) this.#timer = setTimeout(() => this.start(), everyMs)
  }
}
