import type { FastifyInstance } from 'fastify'
import { TelemetryReport } from '../../../../shared/features/usage/schemas/telemetry.ts'
import { limits } from '../../../../shared/limits.ts'
import type { SdkKeyHolder } from '../../auth/sdk-key-holder.ts'
import type { ProgramServices } from '../services.ts'
import { noteBuild } from './build-header.ts'
import { reportSenderOf } from './relayed.ts'
import { sdkIngestRoute } from './sdk-ingest-route.ts'

const telemetryIngestRoute = {
  path: '/sdk/v1/telemetry',
  bodyBytes: limits.telemetryBodyBytes,
  bytesPerUnit: 16 * 1024,
}

/** `POST /sdk/v1/telemetry`: adds the counts of an SDK or a page to the hourly rows of its environment. */
export function telemetryRoute(app: FastifyInstance, services: ProgramServices): void {
  sdkIngestRoute(app, services, telemetryIngestRoute, async (holder, request, reply) => {
    const report = TelemetryReport.parse(request.body)
    await noteBuild(services, request, reply, holder)
    const teller = reportSenderOf(holder, request.headers)
    const told = teller.kind === 'client' ? await believable(services, teller, report) : report
    // Only relays send reports with a batch id, which are stored once.
    const once = holder.kind === 'server' ? told : { ...told, batch: undefined }
    return services.reports.telemetry(teller, once)
  })
}

/**
 * Filters a page's report to counts of flags that its key can read. Client keys are public, so others must not be able
 * to fill tables with arbitrary names.
 */
async function believable(
  { states }: ProgramServices,
  { environmentId }: SdkKeyHolder,
  report: TelemetryReport,
): Promise<TelemetryReport> {
  const { flags } = (await states.get(environmentId)).datafile
  const isSeen = ({ flag, variant }: { flag: string; variant: string | null }) => {
    const known = Object.hasOwn(flags, flag) ? flags[flag] : undefined
    return known?.visibleToClients === true && (variant === null || Object.hasOwn(known.variants, variant))
  }
  return { ...report, counts: report.counts.filter(isSeen), contexts: [] }
}
