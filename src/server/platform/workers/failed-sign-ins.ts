import { type FailedSignIns, recordFailedSignIns } from '../../features/access/accounts/record-failed-sign-ins.ts'
import type { Ctx } from '../kernel/ctx.ts'

const everyMs = 60_000
const accountsAtMost = 1_000
const addressesAtMost = 5

/**
 * Adds up failed sign-ins in memory and has the audit trail told of them once a minute and at the end. A request pays
 * nothing for it, so its time tells nothing; and however many fail, the trail grows by a few events a minute.
 */
export class FailedSignInCounts {
  readonly #ctx: Ctx
  #failed = new Map<string | null, { attempts: number; addresses: Set<string> }>()
  #timer: NodeJS.Timeout | undefined
  #round: Promise<void> = Promise.resolve()

  constructor(ctx: Ctx) {
    this.#ctx = ctx
  }

  /** One more that failed, for the account that was named and from an address. */
  note(account: string | null, address: string): void {
    const known = account !== null && (this.#failed.has(account) || this.#failed.size < accountsAtMost)
    const key = known ? account : null
    const failed = this.#failed.get(key) ?? { attempts: 0, addresses: new Set<string>() }
    this.#failed.set(key, failed)
    failed.attempts++
    if (failed.addresses.size < addressesAtMost) failed.addresses.add(address)
  }

  start(): void {
    this.#timer = setInterval(() => void this.tell(), everyMs).unref()
  }

  /** Tells the audit trail what was added up since the last time. */
  tell(): Promise<void> {
    this.#round = this.#round.then(() => this.#record())
    return this.#round
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.tell()
  }

  async #record(): Promise<void> {
    const taken = this.#failed
    this.#failed = new Map()
    const failed: FailedSignIns[] = [...taken].map(([account, { attempts, addresses }]) => ({
      account,
      attempts,
      addresses: [...addresses],
    }))
    try {
      await recordFailedSignIns(this.#ctx, failed)
    } catch (error) {
      this.#ctx.log.warn({ error: String(error) }, 'failed sign-ins cannot be put into the audit trail now')
    }
  }
}
