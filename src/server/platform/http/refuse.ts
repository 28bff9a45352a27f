import type { FastifyReply, FastifyRequest } from 'fastify'
import { catalogue } from '../../../shared/errors/catalogue.ts'
import type { FanionError } from '../../../shared/errors/fanion-error.ts'
import { logFault } from './log-fault.ts'
import type { Services } from './services.ts'
import { toFanionError } from './to-fanion-error.ts'

/** Sets the status and retry-after header of an error response and returns its body. Logs unexpected errors. */
export function refuse({ log }: Pick<Services, 'log'>, error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const refusal = toFanionError(error, request.body)
  if (refusal.code === 'server/internal') logFault(log, request, error)
  return refusalBody(refusal, request, reply)
}

/** Like {@link refuse}, for errors that are already logged. */
export function refusalBody({ code, details, message }: FanionError, request: FastifyRequest, reply: FastifyReply) {
  if (details.retryAfterSeconds) void reply.header('retry-after', String(details.retryAfterSeconds))
  void reply.code(catalogue[code].status)
  return { error: { code, message, details, requestId: request.id } }
}
