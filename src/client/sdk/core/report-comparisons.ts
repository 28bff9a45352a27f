import type { ComparisonReport } from '../../../shared/features/usage/schemas/comparison.ts'
import type { SamplingRequest } from '../../../shared/features/usage/schemas/telemetry.ts'
import type { Platform } from './platform.ts'
import { sendRequest } from './send-request.ts'
import { samplingRequestOf } from './telemetry.ts'

/** `refused` is final. After `lost`, the counts are added to the next report. */
type ReportResult = { readonly wish: SamplingRequest | null } | 'lost' | 'refused'

export type ReportComparisons = (report: ComparisonReport) => Promise<ReportResult>

/**
 * The property of a client that holds its comparison reporter. Not part of its type, because only `comparing` uses it.
 */
export const reportsComparisons = Symbol.for('@fanion/sdk: reports comparisons')

/** Creates a function that sends comparison reports with a client's key and network. Never rejects. */
export const createReportComparisons =
  (
    platform: Pick<Platform, 'fetch' | 'startTimer'>,
    { url, headers, signal }: { url: string; headers: Readonly<Record<string, string>>; signal: AbortSignal },
  ): ReportComparisons =>
  async (report) => {
    const answer = await sendRequest<ReportResult>(
      platform,
      {
        url: `${url}/sdk/v1/comparisons`,
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(report),
        signal,
      },
      async (response) => ({ wish: await samplingRequestOf(response) }),
    )
    if (typeof answer === 'object' && 'kind' in answer) return answer.kind
    return answer
  }

/** Returns the comparison reporter of a client; null if the client contacts no server. */
export const reportComparisonsOf = (client: object): ReportComparisons | null => {
  const report: unknown = Reflect.get(client, reportsComparisons)
  // Safe cast: only a client sets this symbol.
  return typeof report === 'function' ? (report as ReportComparisons) : null
}
