import { randomUUID } from 'node:crypto'
import { FanionError } from '../../../shared/errors/fanion-error.ts'
import { BuildReceipt } from '../../../shared/features/builds/schemas/build.ts'
import { ComparisonReceipt } from '../../../shared/features/usage/schemas/comparison.ts'
import {
  type SamplingRequest,
  TelemetryReceipt,
  type TelemetryReport,
} from '../../../shared/features/usage/schemas/telemetry.ts'
import { TrackReceipt } from '../../../shared/features/usage/schemas/tracked.ts'
import { limits } from '../../../shared/limits.ts'
import { version } from '../../../shared/version.ts'
import type { ReportReceiver, ReportSender } from '../../platform/http/reports.ts'
import type { Log } from '../../platform/kernel/ctx.ts'
import { CountAggregator } from './count-aggregator.ts'
import type { DiskOutbox, PendingReport } from './disk-outbox.ts'
import { RelayKeyRejected, type UpstreamResponse, UpstreamUnavailable } from './upstream.ts'

/** How the reports of an environment are sent. */
export type ReportRoute = {
  readonly pass: (path: string, body: unknown, way?: string) => Promise<UpstreamResponse>
  readonly waiting: DiskOutbox
}

const unavailable = (sentence: string) => new FanionError('server/unavailable', { retryAfterSeconds: 5 }, sentence)

/** Converts an upstream's rejection of a report, with its message if it has our format. */
const refusalOf = ({ status, body }: UpstreamResponse): FanionError => {
  const error: unknown = typeof body === 'object' && body !== null && 'error' in body ? body.error : undefined
  const message: unknown = typeof error === 'object' && error !== null && 'message' in error ? error.message : undefined
  const sentence = typeof message === 'string' ? message : `The upstream refused this (${status}).`
  return new FanionError(status === 413 ? 'request/too-large' : 'request/invalid', {}, sentence)
}

/**
 * Forwards reports with the relay's own key. Exposures and events are sent immediately, or stored on disk if the
 * upstream is down; counts are aggregated for a second and sent from disk. Both are stored once, however often they are
 * sent. Comparisons and builds are not idempotent, so they are acknowledged only by the upstream.
 */
export class RelayReports {
  readonly #wayOf: (environmentId: string) => ReportRoute
  readonly #instance: string
  readonly #now: () => Date
  readonly #counts: CountAggregator
  /** The sampling requests of the environments, as last sent by the upstream. */
  readonly #wishes = new Map<string, SamplingRequest | null>()

  constructor(wayOf: (environmentId: string) => ReportRoute, relay: string, now: () => Date, log: Log) {
    this.#wayOf = wayOf
    this.#instance = relay
    this.#now = now
    this.#counts = new CountAggregator((teller, told) => this.#keepCounts(teller, told), log)
  }

  readonly reports: ReportReceiver = {
    telemetry: async (teller, report) => {
      await this.#counts.add(teller, report)
      return { accepted: report.counts.length, sampling: this.#wishes.get(teller.environmentId) ?? null }
    },
    counts: (teller, counts) => this.#counts.add(teller, { counts, contexts: [], dropped: 0 }),
    events: async ({ environmentId, via }, batch) => {
      const way = via === 'server' ? null : via
      const passed = await this.#pass(environmentId, '/sdk/v1/events', batch, way)
      if (passed?.status === 202) return TrackReceipt.parse(passed.body)
      if (passed) throw refusalOf(passed)
      await this.#keep(environmentId, { path: '/sdk/v1/events', way, body: JSON.stringify(batch) })
      return { accepted: batch.events.length + batch.exposures.length, refused: [] }
    },
    comparisons: async (environmentId, report) => {
      const passed = await this.#pass(environmentId, '/sdk/v1/comparisons', report, null)
      if (passed?.status === 202) return ComparisonReceipt.parse(passed.body)
      throw passed ? refusalOf(passed) : unavailable('This relay can’t reach its upstream now.')
    },
    build: async ({ environmentId, kind }, build) => {
      const passed = await this.#pass(environmentId, '/sdk/v1/build', build, kind === 'client' ? kind : null)
      if (passed?.status === 202) return BuildReceipt.parse(passed.body)
      throw passed ? refusalOf(passed) : unavailable('This relay can’t reach its upstream now.')
    },
  }

  /** Sends a queued report. */
  async send(environmentId: string, { path, way, body }: PendingReport): Promise<'taken' | 'refused' | 'away'> {
    const passed = await this.#pass(environmentId, path, body, way)
    if (passed === undefined) return 'away'
    if (passed.status !== 202) return 'refused'
    const receipt = path === '/sdk/v1/telemetry' ? TelemetryReceipt.safeParse(passed.body) : undefined
    if (receipt?.success) this.#wishes.set(environmentId, receipt.data.sampling)
    return 'taken'
  }

  /** Stores the counts aggregated so far. */
  close(): Promise<void> {
    return this.#counts.close()
  }

  /** Undefined if the upstream is down. */
  async #pass(
    environmentId: string,
    path: string,
    body: unknown,
    way: string | null,
  ): Promise<UpstreamResponse | undefined> {
    try {
      return await this.#wayOf(environmentId).pass(path, body, way ?? undefined)
    } catch (error) {
      // A rejected key may be replaced by another, so acknowledged reports wait for that.
      if (error instanceof UpstreamUnavailable || error instanceof RelayKeyRejected) return undefined
      throw error
    }
  }

  async #keepCounts(
    { environmentId, kind }: ReportSender,
    { counts, contexts, dropped }: Pick<TelemetryReport, 'counts' | 'contexts' | 'dropped'>,
  ): Promise<void> {
    const at = this.#now().toISOString()
    const head = { instance: this.#instance, sdk: `fanion relay ${version}`, from: at, to: at }
    for (let from = 0; from < Math.max(1, counts.length); from += limits.telemetryCounters) {
      const report: TelemetryReport = {
        ...head,
        batch: randomUUID(),
        counts: counts.slice(from, from + limits.telemetryCounters),
        dropped: from === 0 ? dropped : 0,
        ...(from === 0 && contexts && contexts.length > 0 ? { contexts } : {}),
      }
      const way = kind === 'client' ? kind : null
      await this.#keep(environmentId, { path: '/sdk/v1/telemetry', way, body: JSON.stringify(report) })
    }
  }

  #keep(environmentId: string, waited: Omit<PendingReport, 'at'>): Promise<void> {
    return this.#wayOf(environmentId).waiting.keep({ ...waited, at: this.#now().getTime() })
  }
}
