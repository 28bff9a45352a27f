import type { FastifyRequest } from 'fastify'
import type { Log } from '../kernel/ctx.ts'

/**
 * Writes what broke, with its stack, and the request id by which whoever met it can ask. An answer that ended because its
 * caller went away broke nothing.
 */
export function logFault(log: Log, request: FastifyRequest, error: unknown): void {
  if (isCallerGone(request, error)) return
  const { id, routeOptions } = request
  const details = { requestId: id, route: routeOptions.url ?? 'none', error: stackOf(error) }
  log.error(details, 'a request failed')
}

// an answer that breaks off by itself says the same, to a caller who is still there
const isCallerGone = ({ raw }: FastifyRequest, error: unknown): boolean =>
  raw.socket.destroyed && error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE'

const stackOf = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error))
