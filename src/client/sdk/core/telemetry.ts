import type { SamplingRequest, TelemetryReport } from '../../../shared/features/usage/schemas/telemetry.ts'
import { version } from '../../../shared/version.ts'
import type { TakenCounts } from './evaluation-counter.ts'
import type { FetchResponse, Platform } from './platform.ts'
import type { Sampling } from './sampling.ts'
import { sendRequest } from './send-request.ts'

/** Specification, section 9. */
const flushMs = 30_000

/** Counters per report. Even with the longest keys, a report stays below the server's limit of 1 MiB. */
const rowsPerReport = 2_000

/** Maximum number of contexts per report, whatever the server requests. */
const mostContexts = 50

export type Telemetry = {
  /** Sends what was counted since the last report. Never rejects. */
  readonly flush: () => Promise<void>
  /** Flushes a last time and stops. */
  readonly close: () => Promise<void>
}

type PlatformParts = Pick<Platform, 'name' | 'now' | 'newId' | 'startTimer' | 'fetch'>

export type TelemetryOptions = {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Returns everything counted since the last call. */
  readonly take: () => TakenCounts
  /** Samples contexts as requested by the server in each receipt. */
  readonly sampling: Pick<Sampling, 'take' | 'become'>
  /** Reports that a report was lost, and how many evaluations it contained. */
  readonly onLost: (message: string, evaluations: number) => void
}

/**
 * Reports counts every 30 s and on close. An undeliverable report is dropped; the next one states how many evaluations
 * it contained. Reporting stops if the server rejects the key.
 */
export const startTelemetry = (
  platform: PlatformParts,
  { url, headers, take, sampling, onLost }: TelemetryOptions,
): Telemetry => {
  const instance = platform.newId()
  const controller = new AbortController()
  let from = platform.now()
  let lost = 0
  let ended = false
  let running = Promise.resolve()

  const send = async (report: TelemetryReport): Promise<boolean> => {
    const evaluations = report.counts.reduce((sum, row) => sum + row.count, 0)
    const failure = await sendRequest(
      platform,
      {
        url: `${url}/sdk/v1/telemetry`,
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(report),
        signal: controller.signal,
      },
      async (response) => {
        sampling.become(await samplingRequestOf(response))
        return null
      },
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
    // If the wall clock was set back, the interval must not end before it starts.
    const to = Math.max(platform.now(), since)
    from = platform.now()
    lost += dropped
    let contexts = sampling.take()
    const head = () => ({
      instance,
      sdk: `${platform.name} ${version}`,
      from: new Date(since).toISOString(),
      to: new Date(to).toISOString(),
    })
    for (let at = 0; at < rows.length && !ended; at += rowsPerReport) {
      const unsaid = lost
      lost = 0
      await send({
        ...head(),
        counts: rows.slice(at, at + rowsPerReport),
        dropped: unsaid,
        ...(contexts.length === 0 ? {} : { contexts }),
      })
      contexts = []
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

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Returns null if the body is truncated or not JSON. */
const jsonOf = async (response: FetchResponse): Promise<unknown> => {
  try {
    return JSON.parse(await response.text())
  } catch {
    return null
  }
}

/** Returns the sampling request of a receipt; null if there is none that this library understands. */
export const samplingRequestOf = async (response: FetchResponse): Promise<SamplingRequest | null> => {
  const receipt = await jsonOf(response)
  const wish = isRecord(receipt) ? receipt['sampling'] : null
  if (!isRecord(wish)) return null
  const { contexts, without } = wish
  if (typeof contexts !== 'number' || !Number.isInteger(contexts) || contexts < 1 || !Array.isArray(without))
    return null
  return { contexts: Math.min(contexts, mostContexts), without: without.filter((path) => typeof path === 'string') }
}
