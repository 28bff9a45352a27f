import { spentDetail } from '../../../shared/engine/meter.ts'
import type { Outcome } from '../../../shared/engine/outcome.ts'
import { sharedSpentDetail } from '../../../shared/engine/shared-budget.ts'
import type { Log } from '../kernel/ctx.ts'

/** More flags than anybody fixes at once; of the others only the total is known. */
const mostFlags = 10_000

/**
 * Evaluations by request that took more than their budget, since this server started: counted for each flag, and told
 * to the log once for each.
 */
export class OverBudget {
  readonly #log: Log
  readonly #flags = new Map<string, number>()
  #total = 0

  constructor(log: Log) {
    this.#log = log
  }

  get total(): number {
    return this.#total
  }

  /** Notes an answer, whatever it is. */
  note(environmentId: string, { errorCode, detail, flag }: Outcome): void {
    if (errorCode === null || (detail !== spentDetail && detail !== sharedSpentDetail)) return
    this.#total += 1
    const key = `${environmentId}/${flag}`
    const before = this.#flags.get(key)
    if (before === undefined) {
      if (this.#flags.size >= mostFlags) return
      this.#log.warn({ environmentId, flag }, `a flag answers with an error: ${detail}`)
    }
    this.#flags.set(key, (before ?? 0) + 1)
  }

  /** How often it happened to a flag. */
  of(environmentId: string, flag: string): number {
    return this.#flags.get(`${environmentId}/${flag}`) ?? 0
  }
}
