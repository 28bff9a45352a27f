import type { TelemetryReport } from '../../../shared/schemas/telemetry.ts'
import { version } from '../../../shared/version.ts'
import type { Counted } from './counting.ts'
import { exchange } from './exchange.ts'
import type { Platform } from './platform.ts'

/** Specification, section 9. */
export const flushMs = 30_000

/** As many counters as stay under the server's limit of 1 MiB with the longest keys. */
const rowsPerReport = 2_000

export type Telemetry = {
  /** Sends what was counted since the last time, now. Never rejects. */
  readonly flush: () => Promise<void>
  /** The last flush, then no more. */
  readonly close: () => Promise<void>
}

export type TelemetryOptions = {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Takes everything counted since it was last called. */
  readonly take: () => Counted
  /** Says that a report was lost, with how many evaluations were in it. */
  readonly onLost: (message: string, evaluations: number) => void
}

/**
 * Reports counts every 30 s and at close. A report that cannot be delivered is dropped, not kept: the next one
 * says how many evaluations were in it. Where the server refuses the key, reporting ends.
 */
export const startTelemetry = (platform: Platform, { url, headers, take, onLost }: TelemetryOptions): Telemetry => {
  const instance = platform.newId()
  const controller = new AbortController()
  let from = platform.now()
  let lost = 0
  let ended = false
  let running = Promise.resolve()

  const send = async (report: TelemetryReport): Promise<boolean> => {
    const evaluations = report.counts.reduce((sum, row) => sum + row.count, 0)
    const failure = await exchange(
      platform,
      {
        url: `${url}/sdk/v1/telemetry`,
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(report),
        signal: controller.signal,
      },
      async () => null,
    )
    if (failure === null) return true
    lost += evaluations + report.dropped
    onLost(`a report of ${evaluations} evaluations was lost: ${failure.reason}`, evaluations)
    if (failure.kind === 'refused') ended = true
    return false
  }

  const report = async () => {
    const { rows, dropped } = take()
    const since = from
    // A wall clock that was set back must not give a span that ends before it starts.
    const to = Math.max(platform.now(), since)
    from = platform.now()
    lost += dropped
    for (let at = 0; at < rows.length && !ended; at += rowsPerReport) {
      const unsaid = lost
      lost = 0
      await send({
        instance,
        sdk: `${platform.name} ${version}`,
        from: new Date(since).toISOString(),
        to: new Date(to).toISOString(),
        counts: rows.slice(at, at + rowsPerReport),
        dropped: unsaid,
      })
    }
  }

  const flush = () => {
    running = running.then(() => (ended ? undefined : report()))
    return running
  }

  let stop = () => {}
  const schedule = () => {
    stop = platform.startTimer(() => {
      schedule()
      void flush()
    }, flushMs)
  }
  schedule()

  return {
    flush,
    close: async () => {
      stop()
      await flush()
      ended = true
    },
  }
}
