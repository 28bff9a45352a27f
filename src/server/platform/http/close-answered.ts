import type { FastifyInstance } from 'fastify'

const sweepMs = 50

/**
 * Stops accepting connections and resolves when all requests in progress have completed, after `patienceMs` at the
 * latest.
 */
export async function closeAnswered(app: FastifyInstance, patienceMs: number): Promise<void> {
  // Closes keep-alive connections when they become idle.
  const sweep = setInterval(() => app.server.closeIdleConnections(), sweepMs)
  const force = setTimeout(() => app.server.closeAllConnections(), patienceMs)
  try {
    await app.close()
  } finally {
    clearInterval(sweep)
    clearTimeout(force)
  }
}
