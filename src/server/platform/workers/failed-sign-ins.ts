import { type FailedSignIns, recordFailedSignIns } from '../../features/access/accounts/record-failed-sign-ins.ts'
import type { Ctx } from '../kernel/ctx.ts'

const everyMs = 60_000
const accountsAtMost = 1_000
const addressesAtMost = 5

/**
 * Aggregates failed sign-ins in memory and writes them to the audit log once a minute and on close. Requests do no
 * extra work, so their timing reveals nothing, and any number of failures adds only a few events per minute.
 */
export class FailedSignInCounts {
  readonly #ctx: Ctx
  #failed = new Map<string | null, { attempts: number; addresses: Set<string> }>()
  #timer: NodeJS.Timeout | undefined
  #round: Promise<void> = Promise.resolve()

  constructor(ctx: Ctx) {
    this.#ctx = ctx
  }

  /** Counts a failed sign-in for the entered account and the address. */
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

  /** Writes the aggregated failures to the audit log. */
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
