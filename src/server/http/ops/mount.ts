import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { version } from '../../../shared/version.ts'
import { answers } from '../../db/answers.ts'
import type { Services } from '../services.ts'

/** Serves operators: `/healthz` (the process lives), `/readyz` (it can do its work), `/metrics` (Prometheus). */
export function mountOps(app: FastifyInstance, services: Services): void {
  app.get('/healthz', async () => ({ ok: true, version }))
  app.get('/readyz', async (_request, reply) => {
    const database = await databaseAnswers(services)
    const { connected, caughtUpAt } = services.tail
    const state = { database, notifications: connected, logReadAt: caughtUpAt?.toISOString() ?? null }
    return reply.code(database ? 200 : 503).send({ ok: database, ...state })
  })

  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const duration = new Histogram({
    name: 'fanion_http_request_duration_seconds',
    help: 'Time from request to the end of the answer, by route and status.',
    labelNames: ['route', 'status'],
    registers,
  })
  const streams = new Gauge({ name: 'fanion_streams', help: 'Open streams of programs.', registers })
  app.addHook('onResponse', async (request, reply) => {
    const labels = { route: request.routeOptions.url ?? 'none', status: String(reply.statusCode) }
    duration.observe(labels, reply.elapsedTime / 1_000)
  })
  app.get('/metrics', async (_request, reply) => {
    streams.set(services.hub.size)
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

async function databaseAnswers({ db, log }: Services): Promise<boolean> {
  try {
    await answers(db)
    return true
  } catch (error) {
    log.warn({ error: String(error) }, 'the database does not answer')
    return false
  }
}
