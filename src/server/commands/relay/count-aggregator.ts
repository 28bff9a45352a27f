import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { SampledContext, TelemetryReport } from '../../../shared/features/usage/schemas/telemetry.ts'
import { limits } from '../../../shared/limits.ts'
import type { ReportSender } from '../../platform/http/reports.ts'
import type { Log } from '../../platform/kernel/ctx.ts'

type RelayedTelemetry = Pick<TelemetryReport, 'counts' | 'contexts' | 'dropped'>

/** The aggregated counts of one environment and kind of key, with the reports waiting for them. */
type RelayedCountSum = {
  readonly teller: ReportSender
  readonly counts: Map<string, TelemetryReport['counts'][number]>
  contexts: SampledContext[]
  dropped: number
  readonly done: Promise<void>
  readonly settle: (result: Promise<void>) => void
}

const newSum = (teller: ReportSender): RelayedCountSum => {
  let settle: RelayedCountSum['settle'] = () => undefined
  const done = new Promise<void>((resolve) => (settle = resolve))
  done.catch(() => undefined)
  return { teller, counts: new Map(), contexts: [], dropped: 0, done, settle }
}

type CountRound = { readonly sums: Map<string, RelayedCountSum>; rows: number }

const newRound = (): CountRound => ({ sums: new Map(), rows: 0 })

/**
 * Aggregates counts for a second, so that thousands of reports become one. Reports are acknowledged once the aggregate
 * is stored.
 */
export class CountAggregator {
  readonly #keep: (teller: ReportSender, told: RelayedTelemetry) => Promise<void>
  readonly #log: Log
  #round = newRound()
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> = Promise.resolve()

  constructor(keep: (teller: ReportSender, told: RelayedTelemetry) => Promise<void>, log: Log) {
    this.#keep = keep
    this.#log = log
  }

  /** Resolves when the report is stored. */
  add(teller: ReportSender, { counts, contexts = [], dropped }: RelayedTelemetry): Promise<void> {
    const round = this.#round
    if (round.rows + counts.length > limits.gatheredCounts) {
      const sentence = 'More is reported than this relay takes in now.'
      return Promise.reject(new FanionError('server/unavailable', { retryAfterSeconds: 5 }, sentence))
    }
    const name = `${teller.kind} ${teller.environmentId}`
    const sum = round.sums.get(name) ?? newSum(teller)
    round.sums.set(name, sum)
    // A report that lists a flag several times must not count more than it would on a server.
    const most = teller.kind === 'client' ? limits.clientCountPerReport : limits.countPerReport
    for (const { flag, variant, count } of counts) {
      const key = JSON.stringify([flag, variant])
      const before = sum.counts.get(key)
      if (before === undefined) round.rows++
      const total = Math.min(1e12, (before?.count ?? 0) + Math.min(most, count))
      sum.counts.set(key, { flag, variant, count: total })
    }
    sum.contexts = [...sum.contexts, ...contexts].slice(-limits.sampledContexts)
    sum.dropped = Math.min(1e12, sum.dropped + dropped)
    this.#timer ??= setTimeout(() => this.#flush(), limits.gatherMs)
    return sum.done
  }

  async close(): Promise<void> {
    this.#flush()
    await this.#writing
  }

  #flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const round = this.#round
    this.#round = newRound()
    if (round.sums.size === 0) return
    const settled = [...round.sums.values()].map(({ teller, counts, contexts, dropped, settle }) => {
      const kept = this.#keep(teller, { counts: [...counts.values()], contexts, dropped })
      settle(kept)
      return kept.catch((error: unknown) =>
        this.#log.warn({ error: String(error) }, 'what programs counted cannot be kept now'),
      )
    })
    this.#writing = Promise.all([this.#writing, ...settled]).then(() => undefined)
  }
}
