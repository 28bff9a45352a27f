import type { Outcome } from '../../../shared/engine/outcome.ts'
import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { TelemetryReport } from '../../../shared/features/usage/schemas/telemetry.ts'
import { limits } from '../../../shared/limits.ts'
import { isUnavailable } from '../db/failure.ts'
import type { Log } from '../kernel/ctx.ts'

/** Adds counts to an environment's hourly rows. Resolves when they are stored. */
export type AddCounts = (environmentId: string, counts: TelemetryReport['counts']) => Promise<void>

/**
 * Counts server-side evaluations by flag and adds them to the hourly rows every second and on close, so a killed server
 * loses at most one second. While the database is down, counts are buffered.
 */
export class CountBuffer {
  readonly #add: AddCounts
  readonly #log: Log
  #answers = new Map<string, Map<Outcome, number>>()
  #timer: NodeJS.Timeout | undefined
  #round: Promise<void> = Promise.resolve()

  constructor(add: AddCounts, log: Log) {
    this.#add = add
    this.#log = log
  }

  /** Counts an evaluation in an environment. Outcomes are shared objects. */
  hit(environmentId: string, outcome: Outcome): void {
    let answers = this.#answers.get(environmentId)
    if (!answers) this.#answers.set(environmentId, (answers = new Map()))
    answers.set(outcome, (answers.get(outcome) ?? 0) + 1)
  }

  start(): void {
    this.#timer = setInterval(() => {
      this.#round = this.#round.then(() => this.#flush())
    }, limits.gatherMs).unref()
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#round
    await this.#flush()
  }

  async #flush(): Promise<void> {
    const taken = this.#answers
    this.#answers = new Map()
    await Promise.all(
      [...taken].map(async ([environmentId, answers]) => {
        const counts = [...answers].map(([{ flag, variant }, count]) => ({ flag, variant, count }))
        try {
          await this.#add(environmentId, counts)
        } catch (error) {
          // A full buffer also waits for the database.
          const keep = isUnavailable(error) || error instanceof FanionError
          if (keep) this.#keep(environmentId, answers)
          const next = keep ? 'the next time adds it' : 'it is dropped'
          this.#log.warn({ error: String(error) }, `what was answered by request cannot be counted now; ${next}`)
        }
      }),
    )
  }

  #keep(environmentId: string, answers: Map<Outcome, number>): void {
    const since = this.#answers.get(environmentId) ?? new Map<Outcome, number>()
    for (const [outcome, count] of answers) since.set(outcome, (since.get(outcome) ?? 0) + count)
    this.#answers.set(environmentId, since)
  }
}
