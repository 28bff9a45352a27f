import type { Outcome } from '../../../shared/engine/outcome.ts'
import { readUnit } from '../../../shared/engine/split.ts'
import type { ReportedExposure } from '../../../shared/features/usage/schemas/tracked.ts'
import { limits } from '../../../shared/limits.ts'
import type { Context } from '../../../shared/schemas/context.ts'
import type { Log } from '../../platform/kernel/ctx.ts'
import type { Intake } from './intake.ts'

/**
 * Time in ms to collect exposures before they are stored. A crash loses them, and the next evaluations report them
 * again.
 */
const gatherMs = 1_000

/**
 * Records exposures for programs that evaluate a flag by request, because the server knows what it returned. Exposures
 * are dropped if the buffer is full or the database is unavailable; the next evaluation reports them again.
 */
export class RequestExposures {
  readonly #intake: Pick<Intake, 'record'>
  readonly #now: () => Date
  readonly #newBatch: () => string
  readonly #log: Log
  #waiting = new Map<string, Map<string, ReportedExposure>>()
  #timer: NodeJS.Timeout | undefined

  constructor(intake: Pick<Intake, 'record'>, now: () => Date, newBatch: () => string, log: Log) {
    this.#intake = intake
    this.#now = now
    this.#newBatch = newBatch
    this.#log = log
  }

  /** Records an evaluation by a measured rule. For others, the cost is one field access. */
  note(environmentId: string, { measured, variant }: Outcome, context: Context): void {
    if (measured === null || variant === null) return
    const unit = readUnit(measured.by === null ? undefined : { by: measured.by })(context)
    if (unit === undefined || unit === '' || unit.length > limits.valueLength) return
    const rows = this.#waiting.get(environmentId) ?? new Map<string, ReportedExposure>()
    this.#waiting.set(environmentId, rows)
    const id = `${measured.run} ${unit}`
    if (rows.size >= limits.rowsPerBatch || rows.has(id)) return
    const by = measured.by === null ? {} : { by: measured.by }
    rows.set(id, { run: measured.run, variant, unit, ...by, at: this.#now().toISOString() })
    this.#timer ??= setTimeout(() => void this.flush(), gatherMs)
  }

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
