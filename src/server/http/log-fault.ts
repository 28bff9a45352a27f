import type { FastifyRequest } from 'fastify'
import type { Log } from '../kernel/ctx.ts'

/** Writes what broke, with its stack, and the request id by which whoever met it can ask. */
export function logFault(log: Log, { id, routeOptions }: FastifyRequest, error: unknown): void {
  const details = { requestId: id, route: routeOptions.url ?? 'none', error: stackOf(error) }
  log.error(details, 'a request failed')
}

export const stackOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error)
