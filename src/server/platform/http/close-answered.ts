import type { FastifyInstance } from 'fastify'

const sweepMs = 50

/** Takes no connection any more, and ends once every request that is under way was answered, after so many ms at the latest. */
export async function closeAnswered(app: FastifyInstance, patienceMs: number): Promise<void> {
  // a connection that is kept alive ends when it falls idle
  const sweep = setInterval(() => app.server.closeIdleConnections(), sweepMs)
  const force = setTimeout(() => app.server.closeAllConnections(), patienceMs)
  try {
    await app.close()
  } finally {
    clearInterval(sweep)
    clearTimeout(force)
  }
}
