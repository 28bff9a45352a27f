import type { FastifyInstance } from 'fastify'
import { version } from '../../../../shared/version.ts'
import { probeAnswer } from '../readiness.ts'
import type { ProgramServices } from '../services.ts'
import { canReadMetrics } from './can-read-metrics.ts'
import { readinessMetrics } from './readiness-metrics.ts'

/**
 * Serves health checks and metrics: `/healthz` (the process responds), `/readyz` (it can serve evaluations),
 * `/readyz/changes` (it can accept changes), `/metrics` (Prometheus, if permitted).
 */
export function mountOps(app: FastifyInstance, services: ProgramServices): void {
  const { readiness, changesReadiness, drain } = services
  app.get('/healthz', async () => ({ ok: true, version }))
  app.get('/readyz', async (_request, reply) => {
    const { status, body } = probeAnswer(readiness(), drain.announced)
    return reply.code(status).send(body)
  })
  if (changesReadiness)
    app.get('/readyz/changes', async (_request, reply) => {
      const { status, body } = probeAnswer(await changesReadiness(), drain.announced)
      return reply.code(status).send(body)
    })

  const { registry, answered } = services.metrics
  app.addHook('onResponse', async (request, reply) => {
    // The duration of a stream is not a latency.
    if (request.routeOptions.url === '/sdk/v1/stream') return
    answered(request.routeOptions.url ?? 'none', reply.statusCode, reply.elapsedTime / 1_000)
  })
  readinessMetrics(registry, services)
  app.get('/metrics', async (request, reply) => {
    if (canReadMetrics(services.config, request.raw))
      return reply.type(registry.contentType).send(await registry.metrics())
    const sentence =
      'Metrics are read from this machine itself, or with “Authorization: Bearer” and the FANION_METRICS_TOKEN.'
    return reply.code(401).header('www-authenticate', 'Bearer').type('text/plain; charset=utf-8').send(`${sentence}\n`)
  })
}
