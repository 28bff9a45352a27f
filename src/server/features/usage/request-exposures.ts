import type { Outcome } from '../../../shared/engine/outcome.ts'
import { readUnit } from '../../../shared/engine/split.ts'
import type { ToldExposure } from '../../../shared/features/usage/schemas/tracked.ts'
import { limits } from '../../../shared/limits.ts'
import type { Context } from '../../../shared/schemas/context.ts'
import type { Log } from '../../platform/kernel/ctx.ts'
import type { Intake } from './intake.ts'

/** So long they are gathered; a server that is killed meanwhile loses them, and the next evaluation says them again. */
const gatherMs = 1_000

/**
 * Exposures of programs that ask for one flag by request: the server answered, so it says itself what the unit was given. What
 * finds no room, or no database, is left out: it is said again with the next evaluation.
 */
export class RequestExposures {
  readonly #intake: Pick<Intake, 'record'>
  readonly #now: () => Date
  readonly #newBatch: () => string
  readonly #log: Log
  #waiting = new Map<string, Map<string, ToldExposure>>()
  #timer: NodeJS.Timeout | undefined

  constructor(intake: Pick<Intake, 'record'>, now: () => Date, newBatch: () => string, log: Log) {
    this.#intake = intake
    this.#now = now
    this.#newBatch = newBatch
    this.#log = log
  }

  /** Notes an answer that a measured rule gave; any other costs a look at one field. */
  note(environmentId: string, { measured, variant }: Outcome, context: Context): void {
    if (measured === null || variant === null) return
    const unit = readUnit(measured.by === null ? undefined : { by: measured.by })(context)
    if (unit === undefined || unit === '' || unit.length > limits.valueLength) return
    const rows = this.#waiting.get(environmentId) ?? new Map<string, ToldExposure>()
    this.#waiting.set(environmentId, rows)
    const id = `${measured.run} ${unit}`
    if (rows.size >= limits.rowsPerBatch || rows.has(id)) return
    const by = measured.by === null ? {} : { by: measured.by }
    rows.set(id, { run: measured.run, variant, unit, ...by, at: this.#now().toISOString() })
    this.#timer ??= setTimeout(() => void this.flush(), gatherMs)
  }

  /** Stores what was noted. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const gathered = [...this.#waiting]
    this.#waiting = new Map()
    await Promise.all(
      gathered.map(async ([environmentId, rows]) => {
        const sender = { environmentId, via: 'request', sees: () => true } as const
        const head = { batch: this.#newBatch(), sentAt: this.#now().toISOString(), sdk: 'ofrep', dropped: 0 }
        try {
          await this.#intake.record(sender, { ...head, exposures: [...rows.values()], events: [] })
        } catch (error) {
          this.#log.warn({ error: String(error), exposures: rows.size }, 'exposures by request were not stored')
        }
      }),
    )
  }
}
