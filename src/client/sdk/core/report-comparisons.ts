import type { ComparisonReport } from '../../../shared/features/usage/schemas/comparison.ts'
import type { SamplingWish } from '../../../shared/features/usage/schemas/telemetry.ts'
import { exchange } from './exchange.ts'
import type { Platform } from './platform.ts'
import { wishOf } from './telemetry.ts'

/** `refused` is final; after `lost` the counts are kept for the next report. */
type Reported = { readonly wish: SamplingWish | null } | 'lost' | 'refused'

export type ReportComparisons = (report: ComparisonReport) => Promise<Reported>

/** Where a client keeps how comparisons are reported by it: not of its type, for it is `comparing`'s alone. */
export const reportsComparisons = Symbol.for('@fanion/sdk: reports comparisons')

/** Reports what was compared with the key and the network of a client. Never rejects. */
export const createReportComparisons =
  (
    platform: Pick<Platform, 'fetch' | 'startTimer'>,
    { url, headers, signal }: { url: string; headers: Readonly<Record<string, string>>; signal: AbortSignal },
  ): ReportComparisons =>
  async (report) => {
    const answer = await exchange<Reported>(
      platform,
      {
        url: `${url}/sdk/v1/comparisons`,
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(report),
        signal,
      },
      async (response) => ({ wish: await wishOf(response) }),
    )
    if (typeof answer === 'object' && 'kind' in answer) return answer.kind
    return answer
  }

/** How this client reports; null where it is no client of a server. */
export const reportComparisonsOf = (client: object): ReportComparisons | null => {
  const report: unknown = Reflect.get(client, reportsComparisons)
  // it is a client's own function, or there is none
  return typeof report === 'function' ? (report as ReportComparisons) : null
}
