import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { FanionError } from '../../../shared/errors/fanion-error.ts'
import { limits } from '../../../shared/limits.ts'
import { isProgramPath } from './program-paths.ts'
import type { ProgramServices } from './services.ts'
import { takePlace } from './under-way.ts'

/** These ask a provider, read the whole audit trail, or have files read. */
const heavyPath = (url: string) => url.startsWith('/auth/') || url.startsWith('/audit/') || url.startsWith('/import/')
const heavyPathCost = 50

/** What a request may hold while its body arrives: as long as it says it is, and a small one what its connection costs; 0 without one. */
function arrivingBytes({ headers }: IncomingMessage): number {
  if (headers['transfer-encoding'] !== undefined) return limits.trpcBodyBytes
  const length = Number(headers['content-length'] ?? 0)
  // what is longer is not kept in memory, or refused
  return length > 0 ? Math.min(Math.max(length, limits.arrivingBytesLeast), limits.foreignEventsBytes) : 0
}

/**
 * Limits what one address may do here. Calls of the management API count by their cost, those of a batch each. Programs with a valid server key have
 * none, but whoever comes with keys that are refused is soon not even looked up any more. Of everybody's bodies so much may arrive at once, and of
 * other answers so many may be on their way.
 */
export function guardRequests(app: FastifyInstance, { gates, proxies, now }: ProgramServices): void {
  app.addHook('onRequest', async ({ raw, url }, reply) => {
    const nowMs = now().getTime()
    const network = proxies.networkOf(raw)
    try {
      if (isProgramPath(url)) gates.refusals.check(network, nowMs)
      else {
        gates.requests.take(network, nowMs, heavyPath(url) ? heavyPathCost : 1)
        takePlace(gates.underWay, network, raw, reply.raw)
      }
      const bytes = arrivingBytes(raw)
      if (bytes > 0) {
        const release = gates.bodies.take(network, bytes)
        raw.once('end', release).once('close', release)
      }
    } catch (error) {
      if (error instanceof FanionError) void reply.header('retry-after', String(error.details.retryAfterSeconds))
      throw error
    }
  })
  app.addHook('onResponse', async ({ raw, url }, { statusCode }) => {
    if (statusCode !== 401 || !isProgramPath(url)) return
    gates.refusals.count(proxies.networkOf(raw), now().getTime())
  })
}
