import { spentDetail } from '../../../shared/engine/meter.ts'
import type { Outcome } from '../../../shared/engine/outcome.ts'
import { sharedSpentDetail } from '../../../shared/engine/shared-budget.ts'
import type { Log } from '../kernel/ctx.ts'

/** Maximum number of flags to count separately. Others only add to the total. */
const mostFlags = 10_000

/** Counts server-side evaluations that exceeded their step budget since the start, by flag. Logs each flag once. */
export class OverBudgetCounts {
  readonly #log: Log
  readonly #flags = new Map<string, number>()
  #total = 0

  constructor(log: Log) {
    this.#log = log
  }

  get total(): number {
    return this.#total
  }

  /** Counts an outcome if it exceeded the budget. */
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

  of(environmentId: string, flag: string): number {
    return this.#flags.get(`${environmentId}/${flag}`) ?? 0
  }
}
