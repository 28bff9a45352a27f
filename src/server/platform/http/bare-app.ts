import http from 'node:http'
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import { catalogue } from '../../../shared/errors/catalogue.ts'
import { limits } from '../../../shared/limits.ts'
import { connectionsOf } from '../kernel/connections-of.ts'
import { theTracer } from '../tracing/trace.ts'
import { closeWhenDraining } from './close-when-draining.ts'
import { limitConnections } from './limit-connections.ts'
import { ofrepPrefix, ofrepRefusal } from './ofrep-refusal.ts'
import { refuse } from './refuse.ts'
import { requestId } from './request-id.ts'
import { serializeRequests } from './serialize-requests.ts'
import type { ProgramServices } from './services.ts'
import { toFanionError } from './to-fanion-error.ts'
import { nameRoutes, tracing } from './tracing.ts'

/** Creates the HTTP server without routes: shutdown, request ids, and errors that occur before routing. */
export function bareApp(services: ProgramServices): FastifyInstance {
  const tracer = theTracer()
  const app = Fastify({
    serverFactory: (framework) => {
      const server = http.createServer(
        {
          headersTimeout: limits.headArrivesMs,
          requestTimeout: limits.requestArrivesMs,
          connectionsCheckingInterval: limits.headArrivesMs / 4,
        },
        serializeRequests(tracing(tracer, services, closeWhenDraining(services.drain, framework))),
      )
      limitConnections(server, connectionsOf())
      return server
    },
    routerOptions: { maxParamLength: 5_000 }, // a tRPC batch puts every procedure's name in one parameter
    bodyLimit: limits.trpcBodyBytes,
    forceCloseConnections: 'idle', // requests in progress are completed; see drain
    return503OnClosing: false,
    genReqId: (request) => requestId(request, services),
    // Runs for URLs that cannot be parsed, so no route applies.
    frameworkErrors: (error, { id, url }, reply) => {
      const { code, details, message } = toFanionError(error)
      const { status } = catalogue[code]
      const refusal = url.startsWith(ofrepPrefix)
        ? ofrepRefusal(status, message)
        : { error: { code, message, details, requestId: id } }
      // Safe cast: the type parameter of the route doesn't matter here.
      const plain = reply as unknown as FastifyReply
      void plain.code(status).send(refusal)
    },
  })
  if (tracer) nameRoutes(app, tracer)
  app.setErrorHandler((error, request, reply) => {
    const refusal = refuse(services, error, request, reply)
    return reply.send(refusal)
  })
  return app
}
