import type { FastifyInstance } from 'fastify'
import { version } from '../../../shared/version.ts'
import type { ProgramServices } from '../services.ts'
import { mayReadMetrics } from './may-read-metrics.ts'

/** Serves operators: `/healthz` (the process lives), `/readyz` (it can do its work), `/metrics` (Prometheus, for those who may). */
export function mountOps(app: FastifyInstance, services: ProgramServices): void {
  app.get('/healthz', async () => ({ ok: true, version }))
  app.get('/readyz', async (_request, reply) => {
    const { ready, ...state } = await services.readiness()
    const stopping = services.drain.announced
    const ok = ready && !stopping
    return reply.code(ok ? 200 : 503).send({ ok, ...state, stopping })
  })

  const { registry, answered } = services.metrics
  app.addHook('onResponse', async (request, reply) => {
    // how long a program listens is no measure of ours
    if (request.routeOptions.url === '/sdk/v1/stream') return
    answered(request.routeOptions.url ?? 'none', reply.statusCode, reply.elapsedTime / 1_000)
  })
  app.get('/metrics', async (request, reply) => {
    if (mayReadMetrics(services.config, request.raw))
      return reply.type(registry.contentType).send(await registry.metrics())
    const sentence =
      'Metrics are read from this machine itself, or with “Authorization: Bearer” and the FANION_METRICS_TOKEN.'
    return reply.code(401).header('www-authenticate', 'Bearer').type('text/plain; charset=utf-8').send(`${sentence}\n`)
  })
}
