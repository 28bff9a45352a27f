import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { SdkKeyHolder } from '../../auth/sdk-key-holder.ts'
import { allowOrigin, preflightHeaders, refusalHeaders } from '../allow-origin.ts'
import { bearer } from '../bearer.ts'
import { refuseUnstorable } from '../refuse-unstorable.ts'
import type { ProgramServices } from '../services.ts'

/** An endpoint for reports with an SDK key, with its limits. */
type IngestRoute = {
  readonly path: string
  /** Maximum body size. */
  readonly bodyBytes: number
  /** Bytes of a body per unit of work with a client key. */
  readonly bytesPerUnit: number
}

/**
 * Registers a `POST` endpoint for SDK keys, also from pages of allowed origins. The key and its remaining budget are
 * checked before the body is read, and bodies that PostgreSQL cannot store are rejected. Responds 202 with the result
 * of `tell`.
 */
export function sdkIngestRoute(
  app: FastifyInstance,
  services: ProgramServices,
  { path, bodyBytes, bytesPerUnit }: IngestRoute,
  tell: (holder: SdkKeyHolder, request: FastifyRequest, reply: FastifyReply) => Promise<object>,
): void {
  const { gates, proxies, now } = services
  app.addHook('onSend', async ({ url, headers }, reply) => {
    if (url.startsWith(path)) void reply.headers(refusalHeaders(reply.statusCode, headers.origin))
  })
  app.options(path, async ({ headers }, reply) => reply.code(204).headers(preflightHeaders(headers.origin)).send())

  const onRequest = async (request: FastifyRequest) => {
    const holder = await services.keyHolder(bearer(request.headers))
    if (holder.kind === 'server') return
    const length = Number(request.headers['content-length'] ?? bodyBytes)
    const units = 1 + Math.floor(Math.min(length, bodyBytes) / bytesPerUnit)
    gates.clients.take(proxies.networkOf(request.raw), now().getTime(), units)
    gates.clientKeys.take(holder.keyId, now().getTime(), units)
  }

  app.post(path, { bodyLimit: bodyBytes, onRequest }, async (request, reply) => {
    const holder = await services.keyHolder(bearer(request.headers))
    void reply.headers(allowOrigin(holder, request.headers.origin))
    refuseUnstorable(request.body)
    return reply.code(202).send(await tell(holder, request, reply))
  })
}
