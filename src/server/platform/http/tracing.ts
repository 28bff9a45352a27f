import type { RequestListener } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Tracer } from '../tracing/trace.ts'
import type { ProgramServices } from './services.ts'

/** The same server, each of whose requests has a span, where requests are traced; a proxy of the operator’s may have begun the trace. */
export const tracing = (
  tracer: Tracer | undefined,
  { proxies }: Pick<ProgramServices, 'proxies'>,
  listener: RequestListener,
): RequestListener =>
  tracer === undefined
    ? listener
    : (request, response) =>
        tracer.request(request, response, proxies.isBetween(request), () => listener(request, response))

/** Names the span of each request by its route, never its address: there may be keys, names and tokens in that. */
export function nameRoutes(app: FastifyInstance, tracer: Tracer): void {
  app.addHook('onRequest', async ({ method, routeOptions: { url } }) => {
    if (url !== undefined) tracer.routed(method, url)
  })
}
