import type { RequestListener } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Tracer } from '../tracing/trace.ts'
import type { ProgramServices } from './services.ts'

/**
 * Wraps a listener so that each request has a span, if requests are traced. A trusted proxy may have started the trace.
 */
export const tracing = (
  tracer: Tracer | undefined,
  { proxies }: Pick<ProgramServices, 'proxies'>,
  listener: RequestListener,
): RequestListener =>
  tracer === undefined
    ? listener
    : (request, response) =>
        tracer.request(request, response, proxies.isBetween(request), () => listener(request, response))

/** Names the span of a request by its route, never its URL, which may contain keys, names or tokens. */
export function nameRoutes(app: FastifyInstance, tracer: Tracer): void {
  app.addHook('onRequest', async ({ method, routeOptions: { url } }) => {
    if (url !== undefined) tracer.routed(method, url)
  })
}
