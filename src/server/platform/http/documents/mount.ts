import helmet from '@fastify/helmet'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { FanionError } from '../../../../shared/errors/fanion-error.ts'
import { vendorDocumentRoutes } from '../../../vendors/protocols/documents.ts'
import type { SdkKeyHolder } from '../../auth/sdk-key-holder.ts'
import { type MaybePromise, thenMaybe } from '../../kernel/maybe-promise.ts'
import { refusalHeaders } from '../allow-origin.ts'
import type { DocumentRoute } from '../document.ts'
import { logRequests } from '../log-requests.ts'
import { attempt, type Exchange, noteAnswer } from '../ofrep/exchange.ts'
import { refuse } from '../refuse.ts'
import { datafileDocument } from '../sdk/datafile.ts'
import { securityHeaders } from '../security-headers.ts'
import type { ProgramServices } from '../services.ts'
import { stateAt } from '../state-at.ts'
import { answerDocument } from './answer.ts'

const routes: Readonly<Record<string, DocumentRoute>> = {
  '/sdk/v1/datafile': datafileDocument,
  ...vendorDocumentRoutes,
}

/**
 * Serves the documents that clients poll, each built once per revision: the datafile, and the environment in the
 * formats of other vendors. Rate limits, keys, logs, metrics and errors work as everywhere else. `app` should have no
 * hooks of its own, because a response from memory is sent in the same turn of the event loop.
 */
export async function mountDocuments(app: FastifyInstance, services: ProgramServices): Promise<void> {
  app.decorateRequest('startedMs', 0)
  // Helmet applies only to errors: browsers do not render documents.
  await app.register(helmet, { ...securityHeaders(services), global: false })
  logRequests(app, services)
  app.setErrorHandler(async (error, request, reply) => {
    const refusal = refuse(services, error, request, reply)
    const { statusCode } = reply
    noteAnswer(services, request, statusCode)
    if (statusCode === 401)
      services.gates.refusals.count(services.proxies.networkOf(request.raw), services.now().getTime())
    void reply.helmet()
    return reply.headers(refusalHeaders(statusCode, request.headers.origin)).send(refusal)
  })
  for (const [path, route] of Object.entries(routes))
    app.get(path, {
      onRequest: (request: FastifyRequest, reply: FastifyReply): void => {
        request.startedMs = performance.now()
        const exchange = { request, reply }
        attempt(exchange, () => serve(services, exchange, route))
      },
      handler: answeredAlready,
    })
}

/** The route's hook sends the response, so the handler must never run. */
const answeredAlready = (): never => {
  throw new Error('a document went on past its answer')
}

/**
 * Checks the caller's rate limit and the key, which must be a server key, and sends the document that the route finds.
 */
function serve(services: ProgramServices, exchange: Exchange, route: DocumentRoute): MaybePromise<void> {
  const { request } = exchange
  services.gates.refusals.check(services.proxies.networkOf(request.raw), services.now().getTime())
  const asks = route.named?.(services, request) ?? services.keyHolder(route.key(request.headers))
  return thenMaybe(asks, (holder) => {
    refuseClient(holder)
    return thenMaybe(stateAt(services, exchange, holder.environmentId), (state) =>
      thenMaybe(route.find({ services, request, holder, state }), (document) =>
        thenMaybe(answerDocument(exchange, document), (status) => noteAnswer(services, request, status)),
      ),
    )
  })
}

function refuseClient({ kind }: SdkKeyHolder): void {
  if (kind === 'server') return
  throw new FanionError(
    'auth/forbidden',
    { kind },
    'A client key cannot read rules. Use a server key (fan_srv_…) here.',
  )
}
