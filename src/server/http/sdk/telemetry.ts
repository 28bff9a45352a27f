import type { FastifyInstance } from 'fastify'
import { limits } from '../../../shared/limits.ts'
import { TelemetryReport } from '../../../shared/schemas/telemetry.ts'
import type { SdkKeyHolder } from '../../auth/sdk-key-holder.ts'
import { record } from '../../domain/telemetry/record.ts'
import { allowOrigin, preflightHeaders } from '../allow-origin.ts'
import { bearer } from '../bearer.ts'
import { refuseUnstorable } from '../refuse-unstorable.ts'
import type { Services } from '../services.ts'

const path = '/sdk/v1/telemetry'

/** `POST /sdk/v1/telemetry`: what a program or a page counted, added to the hourly rows of its environment. */
export function telemetryRoute(app: FastifyInstance, services: Services): void {
  app.options(path, async ({ headers }, reply) => reply.code(204).headers(preflightHeaders(headers.origin)).send())
  app.post(path, { bodyLimit: limits.telemetryBodyBytes }, async (request, reply) => {
    const holder = await services.keyHolder(bearer(request.headers))
    if (holder.kind === 'client') services.gates.clients.take(request.ip, services.now().getTime())
    void reply.headers(allowOrigin(holder, request.headers.origin))
    refuseUnstorable(request.body)
    const report = TelemetryReport.parse(request.body)
    const told = holder.kind === 'client' ? await believable(services, holder, report) : report
    return reply.code(202).send(await record(services.pools.telemetry, services.now(), holder.environmentId, told))
  })
}

/**
 * Of a page's report, counts and exposures of what its key can be given, and nothing else: the key is no secret, and whoever has it
 * must not fill tables with names of their own.
 */
async function believable(
  { states }: Services,
  { environmentId }: SdkKeyHolder,
  report: TelemetryReport,
): Promise<TelemetryReport> {
  const { flags } = (await states.get(environmentId)).datafile
  const isSeen = ({ flag, variant }: { flag: string; variant: string | null }) => {
    const known = Object.hasOwn(flags, flag) ? flags[flag] : undefined
    return known?.visibleToClients === true && (variant === null || Object.hasOwn(known.variants, variant))
  }
  const exposures = (report.exposures ?? []).filter(isSeen)
  return { ...report, counts: report.counts.filter(isSeen), exposures, contexts: [] }
}
