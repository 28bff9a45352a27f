import type { FastifyReply, FastifyRequest } from 'fastify'
import { catalogue } from '../../shared/errors/catalogue.ts'
import { logFault } from './log-fault.ts'
import type { Services } from './services.ts'
import { toFanionError } from './to-fanion-error.ts'

/** Sets the status of a refusal, and when to come back; gives its body. What nobody foresaw is logged. */
export function refuse({ log }: Services, error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const { code, details, message } = toFanionError(error, request.body)
  if (code === 'server/internal') logFault(log, request, error)
  if (details.retryAfterSeconds) void reply.header('retry-after', String(details.retryAfterSeconds))
  void reply.code(catalogue[code].status)
  return { error: { code, message, details, requestId: request.id } }
}
