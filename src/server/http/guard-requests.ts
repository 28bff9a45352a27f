import type { FastifyInstance } from 'fastify'
import { FanionError } from '../../shared/errors/fanion-error.ts'
import type { Services } from './services.ts'

/**
 * Limits what one address may do here. The management API has a limit of its own. Programs with a valid server key have
 * none, but whoever comes with keys that are refused is soon not even looked up any more.
 */
export function guardRequests(app: FastifyInstance, { gates, now }: Services): void {
  app.addHook('onRequest', async ({ ip, url }, reply) => {
    const nowMs = now().getTime()
    try {
      if (url.startsWith('/sdk/v1/')) gates.refusals.check(ip, nowMs)
      else gates.requests.take(ip, nowMs)
    } catch (error) {
      if (error instanceof FanionError) void reply.header('retry-after', String(error.details.retryAfterSeconds))
      throw error
    }
  })
  app.addHook('onResponse', async ({ ip, url }, { statusCode }) => {
    if (statusCode === 401 && url.startsWith('/sdk/v1/')) gates.refusals.count(ip, now().getTime())
  })
}
