import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { catalogue } from '../../../../shared/errors/catalogue.ts'
import type { MaybePromise } from '../../kernel/maybe-promise.ts'
import { preflightHeaders, refusalHeaders } from '../allow-origin.ts'
import { logFault } from '../log-fault.ts'
import { logRequests } from '../log-requests.ts'
import { ofrepRefusal } from '../ofrep-refusal.ts'
import type { ProgramServices } from '../services.ts'
import { toFanionError } from '../to-fanion-error.ts'
import { evaluateAll } from './evaluate-all.ts'
import { evaluateFlag } from './evaluate-flag.ts'
import { attempt, type Exchange, headers, noteAnswer } from './exchange.ts'
import { changeStream } from './stream.ts'

/**
 * Serves OFREP 0.3.0, so that every OpenFeature SDK can evaluate here. Errors have OFREP's format; addresses, ids and
 * logs work as everywhere else. These are the most frequent requests, so `app` should have no hooks of its own.
 */
export function mountOfrep(app: FastifyInstance, services: ProgramServices): void {
  app.decorateRequest('startedMs', 0)
  logRequests(app, services)
  app.setErrorHandler((error, request, reply) => {
    const refusal = toFanionError(error)
    const { status } = catalogue[refusal.code]
    if (refusal.code === 'server/internal') logFault(services.log, request, error)
    noteAnswer(services, request, status)
    const { retryAfterSeconds } = refusal.details
    if (retryAfterSeconds) void reply.header('retry-after', String(retryAfterSeconds))
    return reply
      .code(status)
      .headers({ ...refusalHeaders(status, request.headers.origin), ...headers })
      .send(ofrepRefusal(status, refusal.message, keyOf(request)))
  })
  const at = (act: (services: ProgramServices, exchange: Exchange) => MaybePromise<void>) => ({
    // Runs before the framework reads the body, which is read at once where it is needed; see context.ts.
    onRequest: (request: FastifyRequest, reply: FastifyReply): void => {
      request.startedMs = performance.now()
      const exchange = { request, reply }
      attempt(exchange, () => act(services, exchange))
    },
    handler: answeredAlready,
    exposeHeadRoute: false,
  })
  const flag = at((_, exchange) => evaluateFlag(services, exchange, keyOf(exchange.request) ?? ''))
  app.post('/ofrep/v1/evaluate/flags', at(evaluateAll))
  app.post('/ofrep/v1/evaluate/flags/*', flag)
  app.get('/ofrep/v1/stream', at(changeStream))
  app.all('/ofrep/*', ({ method, url, headers: { origin } }, reply) => {
    if (method === 'OPTIONS') return reply.code(204).headers(preflightHeaders(origin)).send()
    const errorDetails = `Nothing exists at ${method} ${url.split('?', 1)[0]}.`
    return reply.code(404).headers(headers).send({ errorDetails })
  })
}

/** The route's hook sends the response, so the handler must never run. */
const answeredAlready = (): never => {
  throw new Error('an evaluation went on past its answer')
}

/** The flag key in the path, or undefined. */
const keyOf = ({ params }: FastifyRequest): string | undefined =>
  // fastify's name for the value of a wildcard
  (params as { readonly '*'?: string } | undefined)?.['*']
