import type { FastifyInstance, FastifyRequest } from 'fastify'
import { limits } from '../../../shared/limits.ts'
import { TelemetryReport } from '../../../shared/schemas/telemetry.ts'
import type { SdkKeyHolder } from '../../auth/sdk-key-holder.ts'
import { allowOrigin, preflightHeaders, refusalHeaders } from '../allow-origin.ts'
import { bearer } from '../bearer.ts'
import { refuseUnstorable } from '../refuse-unstorable.ts'
import type { ProgramServices } from '../services.ts'
import { noteBuild } from './build-header.ts'
import { tellerOf } from './relayed.ts'

const path = '/sdk/v1/telemetry'

/** So many bytes of a report are a unit of work with a client key. */
const bytesPerUnit = 16 * 1024

/** `POST /sdk/v1/telemetry`: what a program or a page counted, added to the hourly rows of its environment. */
export function telemetryRoute(app: FastifyInstance, services: ProgramServices): void {
  const { gates, proxies, now } = services
  app.addHook('onSend', async ({ url, headers }, reply) => {
    if (url.startsWith(path)) void reply.headers(refusalHeaders(reply.statusCode, headers.origin))
  })
  app.options(path, async ({ headers }, reply) => reply.code(204).headers(preflightHeaders(headers.origin)).send())

  /** Looks at the key and at what is left of its budget before a byte of the body is read. */
  const onRequest = async (request: FastifyRequest) => {
    const holder = await services.keyHolder(bearer(request.headers))
    if (holder.kind === 'server') return
    const length = Number(request.headers['content-length'] ?? limits.telemetryBodyBytes)
    const units = 1 + Math.floor(Math.min(length, limits.telemetryBodyBytes) / bytesPerUnit)
    gates.clients.take(proxies.networkOf(request.raw), now().getTime(), units)
    gates.clientKeys.take(holder.keyId, now().getTime(), units)
  }

  app.post(path, { bodyLimit: limits.telemetryBodyBytes, onRequest }, async (request, reply) => {
    const holder = await services.keyHolder(bearer(request.headers))
    void reply.headers(allowOrigin(holder, request.headers.origin))
    refuseUnstorable(request.body)
    const report = TelemetryReport.parse(request.body)
    await noteBuild(services, request, reply, holder)
    const teller = tellerOf(holder, request.headers)
    const told = teller.kind === 'client' ? await believable(services, teller, report) : report
    // a report that is kept once is a relay's
    const once = holder.kind === 'server' ? told : { ...told, batch: undefined }
    return reply.code(202).send(await services.reports.telemetry(teller, once))
  })
}

/**
 * Of a page's report, counts of what its key can be given, and nothing else: the key is no secret, and whoever has it
 * must not fill tables with names of their own.
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
