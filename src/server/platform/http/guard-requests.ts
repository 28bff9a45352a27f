import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { FanionError } from '../../../shared/errors/fanion-error.ts'
import { limits } from '../../../shared/limits.ts'
import { isProgramPath } from './program-paths.ts'
import { countRequestInProgress } from './requests-in-progress.ts'
import type { ProgramServices } from './services.ts'

/** Paths that query a provider, export the audit log, or read uploaded files. */
const heavyPath = (url: string) => url.startsWith('/auth/') || url.startsWith('/audit/') || url.startsWith('/import/')
const heavyPathCost = 50

/**
 * Memory to reserve while a request's body arrives: its declared length, at least the cost of a connection. 0 without a
 * body.
 */
function arrivingBytes({ headers }: IncomingMessage): number {
  if (headers['transfer-encoding'] !== undefined) return limits.trpcBodyBytes
  const length = Number(headers['content-length'] ?? 0)
  // Larger bodies are streamed or rejected.
  return length > 0 ? Math.min(Math.max(length, limits.arrivingBytesLeast), limits.foreignEventsBytes) : 0
}

/**
 * Rate limits requests by address. Management calls count by their cost, each call of a batch separately. SDKs with a
 * valid server key have no limit, but an address that sends many invalid keys is soon rejected without a lookup. Also
 * limits the bytes of bodies that arrive at once and the number of other responses in progress.
 */
export function guardRequests(app: FastifyInstance, { gates, proxies, now }: ProgramServices): void {
  app.addHook('onRequest', async ({ raw, url }, reply) => {
    const nowMs = now().getTime()
    const network = proxies.networkOf(raw)
    try {
      if (isProgramPath(url)) gates.refusals.check(network, nowMs)
      else {
        gates.requests.take(network, nowMs, heavyPath(url) ? heavyPathCost : 1)
        countRequestInProgress(gates.underWay, network, raw, reply.raw)
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
