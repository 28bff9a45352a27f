import { type FastifyTRPCPluginOptions, fastifyTRPCPlugin } from '@trpc/server/adapters/fastify'
import { TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { catalogue } from '../../../../shared/errors/catalogue.ts'
import type { FairQueue } from '../../kernel/fair-queue.ts'
import { logFault } from '../log-fault.ts'
import { requestActor } from '../request-actor.ts'
import type { Services } from '../services.ts'
import { sessionCookie } from '../session-cookie.ts'
import { toFanionError } from '../to-fanion-error.ts'
import { type AppRouter, appRouter } from './app-router.ts'
import { requestContext } from './request-context.ts'
import type { TrpcCtx } from './trpc.ts'

type Options = FastifyTRPCPluginOptions<AppRouter>['trpcOptions']

export async function mountTrpc(app: FastifyInstance, services: Services, heavyCalls: FairQueue): Promise<void> {
  const createContext = ({ req, res }: { req: FastifyRequest; res: FastifyReply }): Promise<TrpcCtx> =>
    requestContext(services, req, {
      heavyCalls,
      actorOf: (request) => requestActor(services, request),
      cookie: sessionCookie(req, res, services.publicUrl()),
    })
  const trpcOptions: Options = { router: appRouter, maxBatchSize: 20, createContext, responseMeta }
  await app.register(async (scope) => {
    // Errors of fastify, such as a body over the limit, also get tRPC's format.
    scope.setErrorHandler((error, request, reply) => {
      const { code, details, message } = toFanionError(error)
      if (code === 'server/internal') logFault(services.log, request, error)
      const { status, trpc } = catalogue[code]
      const fanion = { code, details, requestId: request.id }
      const data = { code: trpc, httpStatus: status, fanion }
      return reply.code(status).send({ error: { message, code: TRPC_ERROR_CODES_BY_KEY[trpc], data } })
    })
    await scope.register(fastifyTRPCPlugin, { prefix: '/trpc', trpcOptions })
  })
}

/** The status and retry-after of a single error. A batch has its own status, and each of its responses the details. */
const responseMeta: Options['responseMeta'] = ({ errors }) => {
  const refusals = errors.map((error) => toFanionError(error))
  const seconds = Math.max(0, ...refusals.map(({ details }) => details.retryAfterSeconds ?? 0))
  const headers = new Headers(seconds > 0 ? { 'retry-after': String(seconds) } : {})
  const [only, ...others] = refusals
  return only && others.length === 0 ? { status: catalogue[only.code].status, headers } : { headers }
}
