import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { TrackBatch, TrackReceipt } from '../../../shared/features/usage/schemas/tracked.ts'
import type { Db } from '../../platform/db/pool.ts'
import { type Via, via } from '../../platform/event-store/rows.ts'
import type { MeasureStore } from '../../platform/event-store/store.ts'
import type { Vault } from '../../platform/kernel/vault.ts'
import { BatchGatherer } from './gather-batches.ts'
import { judgeBatch } from './judge-batch.ts'
import { type Measured, MeasuredMemory } from './measured.ts'

export type Sender = { readonly environmentId: string; readonly via: Via; readonly sees: (flag: string) => boolean }

/** So many names of libraries are told apart within an hour. */
const sdksAnHour = 50
const hourMs = 3_600_000

/** Takes what programs say that units were given and did; one for each server. */
export class Intake {
  readonly #memory: MeasuredMemory
  readonly #gatherer: BatchGatherer
  readonly #now: () => Date
  #sdks = { hour: 0, seen: new Map<number, Set<string>>() }
  #takesReportsSince: number

  constructor(db: Db, store: MeasureStore, vault: Vault, now: () => Date) {
    this.#memory = new MeasuredMemory(db, vault, now)
    this.#gatherer = new BatchGatherer(db, store)
    this.#now = now
    this.#takesReportsSince = now().getTime()
  }

  /**
   * Whether reports were taken without a failure for that long. Until then programs may still hold batches that they kept while
   * this server, its database or its store was away, and nothing should be counted for good.
   */
  takesReportsFor(ms: number): boolean {
    return this.#now().getTime() - this.#takesReportsSince >= ms
  }

  /** Something of this project or environment changed; without an id anything may have. */
  forget(id?: string): void {
    this.#memory.forget(id)
  }

  /** What an environment's reports are judged by. */
  measured(environmentId: string): Promise<Measured> {
    return this.#memory.get(environmentId)
  }

  /** Stores a batch once, however often it is sent, and tells what of it was kept and what refused. */
  async record(sender: Sender, batch: TrackBatch): Promise<TrackReceipt> {
    try {
      return await this.#record(sender, batch)
    } catch (error) {
      // A refusal of the batch itself is no reason to wait: the program would not send it again.
      if (!(error instanceof FanionError) || error.code.startsWith('server/'))
        this.#takesReportsSince = this.#now().getTime()
      throw error
    }
  }

  async #record({ environmentId, via: way, sees }: Sender, batch: TrackBatch): Promise<TrackReceipt> {
    const receivedAtMs = this.#now().getTime()
    const measured = await this.#knowing(environmentId, batch)
    const judged = judgeBatch(batch, measured, { via: way, sees, receivedAtMs })
    const { place } = measured
    const sdk = this.#sdkName(place, batch.sdk, receivedAtMs)
    return this.#gatherer.keep({ place, id: batch.batch, via: via[way], sdk, receivedAtMs, judged })
  }

  /** What is known, read anew where the batch names what was not there when it was read. */
  async #knowing(environmentId: string, { events, exposures }: TrackBatch): Promise<Measured> {
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
