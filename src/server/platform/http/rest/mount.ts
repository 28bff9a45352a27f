import { callTRPCProcedure } from '@trpc/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { FanionError } from '../../../../shared/errors/fanion-error.ts'
import { anonymous } from '../../auth/session-actor.ts'
import { tokenActor } from '../../auth/token-actor.ts'
import type { Actor } from '../../kernel/actor.ts'
import type { FairQueue } from '../../kernel/fair-queue.ts'
import { bearer } from '../bearer.ts'
import { compressAs, encodingFor } from '../packed.ts'
import { refusalBody } from '../refuse.ts'
import type { Services } from '../services.ts'
import { noCookie } from '../session-cookie.ts'
import { toFanionError } from '../to-fanion-error.ts'
import { appRouter } from '../trpc/app-router.ts'
import { requestContext } from '../trpc/request-context.ts'
import { type DocsPage, docsPage } from './docs-page.ts'
import { apiPrefix, describeRest, type Rest } from './openapi.ts'
import { readQuery } from './query-fields.ts'

/** Serves the management API as HTTP endpoints at /api/v1. Authenticated by token, never by cookie. */
export function mountRest(app: FastifyInstance, services: Services, heavyCalls: FairQueue): void {
  let described: Rest | undefined
  // Built lazily: it takes a moment, and most servers never need it.
  const rest = () => (described ??= describeRest())
  const actorOf = async ({ headers }: FastifyRequest): Promise<Actor> => {
    const token = bearer(headers)
    return token === undefined ? anonymous : tokenActor(services.pools.door, token, services.now())
  }
  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const { noun, verb } = request.params as { noun: string; verb: string } // from the route's pattern
    const path = `${noun}/${verb}`
    const call = rest().calls.get(path)
    if (!call) return reply.callNotFound()
    if (call.method !== (request.method === 'HEAD' ? 'GET' : request.method)) {
      void reply.header('allow', call.method)
      throw new FanionError('request/invalid', {}, `Call ${apiPrefix}${path} with ${call.method}.`)
    }
    const ctx = await requestContext(services, request, { heavyCalls, actorOf, cookie: noCookie })
    // fastify parses a query into strings and lists of strings
    const query = () => readQuery(call.fields, request.query as Record<string, string | string[]>)
    const asked = call.method === 'POST' ? request.body : call.input && query()
    try {
      const result: unknown = await callTRPCProcedure({
        ...{ router: appRouter, path: call.name, type: call.type, ctx, batchIndex: 0, signal: undefined },
        getRawInput: () => Promise.resolve(asked),
      })
      void reply.header('cache-control', 'no-store').type('application/json')
      return reply.send(JSON.stringify(result ?? null))
    } catch (error) {
      // Unexpected errors of procedures are already logged.
      return reply.send(refusalBody(toFanionError(error), request, reply))
    }
  }
  let json: Buffer | undefined
  app.get(`${apiPrefix}openapi.json`, { compress: false }, (request, reply) => {
    json ??= Buffer.from(JSON.stringify(rest().document))
    return sendShared(request, reply.type('application/json; charset=utf-8'), json)
  })
  let page: (DocsPage & { readonly bytes: Buffer }) | undefined
  app.get('/api/docs', { compress: false }, (request, reply) => {
    if (page === undefined) {
      const made = docsPage(rest().document)
      page = { ...made, bytes: Buffer.from(made.html) }
    }
    void reply.header('content-security-policy', page.policy).type('text/html; charset=utf-8')
    return sendShared(request, reply, page.bytes)
  })
  app.route({ method: ['GET', 'POST'], url: `${apiPrefix}:noun/:verb`, handler: answer })
}

/** Sends bytes shared by all clients: compressed once, without a copy for each slow reader. */
async function sendShared({ headers }: FastifyRequest, reply: FastifyReply, bytes: Buffer): Promise<FastifyReply> {
  void reply.header('cache-control', 'no-cache').header('vary', 'accept-encoding')
  const encoding = encodingFor(headers['accept-encoding'])
  if (encoding === undefined) return reply.send(bytes)
  return reply.header('content-encoding', encoding).send(await compressAs(bytes, encoding))
}
