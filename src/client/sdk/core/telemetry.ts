import type { SamplingWish, TelemetryReport } from '../../../shared/features/usage/schemas/telemetry.ts'
import { version } from '../../../shared/version.ts'
import type { Counted } from './counting.ts'
import { exchange } from './exchange.ts'
import type { FetchResponse, Platform } from './platform.ts'
import type { Sampling } from './sampling.ts'

/** Specification, section 9. */
const flushMs = 30_000

/** As many counters as stay under the server's limit of 1 MiB with the longest keys. */
const rowsPerReport = 2_000

/** The most contexts that are kept for one report, whatever the server asks for. */
const mostContexts = 50

export type Telemetry = {
  /** Sends what was counted since the last time, now. Never rejects. */
  readonly flush: () => Promise<void>
  /** The last flush, then no more. */
  readonly close: () => Promise<void>
}

type PlatformParts = Pick<Platform, 'name' | 'now' | 'newId' | 'startTimer' | 'fetch'>

export type TelemetryOptions = {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Takes everything counted since it was last called. */
  readonly take: () => Counted
  /** Keeps the contexts that the server asks for; what it asks for comes with each receipt. */
  readonly sampling: Pick<Sampling, 'take' | 'become'>
  /** Says that a report was lost, with how many evaluations were in it. */
  readonly onLost: (message: string, evaluations: number) => void
}

/**
 * Reports counts every 30 s and at close. A report that cannot be delivered is dropped, not kept: the next one
 * says how many evaluations were in it. Where the server refuses the key, reporting ends.
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
    const failure = await exchange(
      platform,
      {
        url: `${url}/sdk/v1/telemetry`,
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(report),
        signal: controller.signal,
      },
      async (response) => {
        sampling.become(await wishOf(response))
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
    // A wall clock that was set back must not give a span that ends before it starts.
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

/** Null for what is no JSON, or was cut off. */
const jsonOf = async (response: FetchResponse): Promise<unknown> => {
  try {
    return JSON.parse(await response.text())
  } catch {
    return null
  }
}

/** What a receipt asks for; null where it asks for nothing that this library knows. */
export const wishOf = async (response: FetchResponse): Promise<SamplingWish | null> => {
  const receipt = await jsonOf(response)
  const wish = isRecord(receipt) ? receipt['sampling'] : null
  if (!isRecord(wish)) return null
  const { contexts, without } = wish
  if (typeof contexts !== 'number' || !Number.isInteger(contexts) || contexts < 1 || !Array.isArray(without))
    return null
  return { contexts: Math.min(contexts, mostContexts), without: without.filter((path) => typeof path === 'string') }
}
