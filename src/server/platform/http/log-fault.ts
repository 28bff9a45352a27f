import type { FastifyRequest } from 'fastify'
import type { Log } from '../kernel/ctx.ts'

/**
 * Logs an unexpected error with its stack and the request id. A response that ended because the client disconnected is
 * not an error.
 */
export function logFault(log: Log, request: FastifyRequest, error: unknown): void {
  if (isCallerGone(request, error)) return
  const { id, routeOptions } = request
  const details = { requestId: id, route: routeOptions.url ?? 'none', error: stackOf(error) }
  log.error(details, 'a request failed')
}

// A response stream that fails by itself has the same error code, but its client is still connected.
const isCallerGone = ({ raw }: FastifyRequest, error: unknown): boolean =>
  raw.socket.destroyed && error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE'

const stackOf = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error))
