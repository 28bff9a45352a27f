import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { TrackBatch, TrackReceipt } from '../../../shared/features/usage/schemas/tracked.ts'
import type { Db } from '../../platform/db/pool.ts'
import { type Via, via } from '../../platform/event-store/rows.ts'
import type { EventStore } from '../../platform/event-store/store.ts'
import type { Vault } from '../../platform/kernel/vault.ts'
import { BatchGatherer } from './gather-batches.ts'
import { type Reportable, ReportableCache } from './reportable-cache.ts'
import { validateBatch } from './validate-batch.ts'

export type BatchSender = {
  readonly environmentId: string
  readonly via: Via
  readonly sees: (flag: string) => boolean
}

/** Maximum number of distinct SDK names per hour. */
const sdksAnHour = 50
const hourMs = 3_600_000

/** Stores exposures and events reported by applications. One per server. */
export class Intake {
  readonly #memory: ReportableCache
  readonly #gatherer: BatchGatherer
  readonly #now: () => Date
  #sdks = { hour: 0, seen: new Map<number, Set<string>>() }
  #takesReportsSince: number

  constructor(db: Db, store: EventStore, vault: Vault, now: () => Date) {
    this.#memory = new ReportableCache(db, vault, now)
    this.#gatherer = new BatchGatherer(db, store)
    this.#now = now
    this.#takesReportsSince = now().getTime()
  }

  /**
   * Whether reports were accepted without a failure for this long. Until then, applications may still hold batches from
   * an outage of this server, its database or its event store, so counts are not final.
   */
  takesReportsFor(ms: number): boolean {
    return this.#now().getTime() - this.#takesReportsSince >= ms
  }

  /** Invalidates what is cached about this project or environment, or everything without an id. */
  forget(id?: string): void {
    this.#memory.forget(id)
  }

  /** The data that an environment's reports are checked against. */
  measured(environmentId: string): Promise<Reportable> {
    return this.#memory.get(environmentId)
  }

  /** Stores a batch exactly once and returns the numbers of accepted and rejected rows. */
  async record(sender: BatchSender, batch: TrackBatch): Promise<TrackReceipt> {
    try {
      return await this.#record(sender, batch)
    } catch (error) {
      // a rejected batch is not sent again, so it does not postpone final counts
      if (!(error instanceof FanionError) || error.code.startsWith('server/'))
        this.#takesReportsSince = this.#now().getTime()
      throw error
    }
  }

  async #record({ environmentId, via: way, sees }: BatchSender, batch: TrackBatch): Promise<TrackReceipt> {
    const receivedAtMs = this.#now().getTime()
    const measured = await this.#knowing(environmentId, batch)
    const judged = validateBatch(batch, measured, { via: way, sees, receivedAtMs })
    const { place } = measured
    const sdk = this.#sdkName(place, batch.sdk, receivedAtMs)
    return this.#gatherer.keep({ place, id: batch.batch, via: via[way], sdk, receivedAtMs, judged })
  }

  /** The cached data, reloaded if the batch names something that is not in it. */
  async #knowing(environmentId: string, { events, exposures }: TrackBatch): Promise<Reportable> {
    const measured = await this.#memory.get(environmentId)
    const isNew =
      exposures.some(({ run }) => !measured.runs.has(run)) || events.some(({ event }) => !measured.events.has(event))
    return isNew ? this.#memory.getAgain(environmentId) : measured
  }

  #sdkName(place: number, sdk: string, nowMs: number): string {
    const hour = Math.floor(nowMs / hourMs)
    if (this.#sdks.hour !== hour) this.#sdks = { hour, seen: new Map() }
    const seen = this.#sdks.seen.get(place) ?? new Set()
    this.#sdks.seen.set(place, seen)
    if (seen.has(sdk)) return sdk
    if (seen.size >= sdksAnHour) return ''
    seen.add(sdk)
    return sdk
  }
}

export const rowsOf = ({ events, exposures }: TrackBatch): number => events.length + exposures.length
