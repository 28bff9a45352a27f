import { createMcpHandler } from '@modelcontextprotocol/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { FanionError } from '../../../../shared/errors/fanion-error.ts'
import { allows } from '../../../../shared/permissions.ts'
import { anonymous } from '../../auth/session-actor.ts'
import { tokenActor } from '../../auth/token-actor.ts'
import type { Actor } from '../../kernel/actor.ts'
import { caller } from '../../kernel/permit.ts'
import type { Turns } from '../../kernel/turns.ts'
import { bearer } from '../bearer.ts'
import { refuse } from '../refuse.ts'
import { refuseUnstorable } from '../refuse-unstorable.ts'
import type { Services } from '../services.ts'
import { noCookie } from '../session-cookie.ts'
import { requestContext } from '../trpc/request-context.ts'
import type { TrpcCtx } from '../trpc/trpc.ts'
import { agentServer } from './agent-server.ts'
import { askWith } from './ask.ts'
import type { Tool } from './tool.ts'
import { tools } from './tools.ts'

/** No call here opens or ends a session. */

/** Who asks, and what they may use. */
type Guest = { readonly ctx: TrpcCtx; readonly tools: readonly Tool[] }

/** Serves agents at /mcp (Model Context Protocol): with a token, never with a cookie, each request by itself. */
export function mountMcp(app: FastifyInstance, services: Services, heavyCalls: Turns): void {
  const actorOf = async ({ headers }: FastifyRequest): Promise<Actor> => {
    const token = bearer(headers)
    if (token === undefined) return anonymous
    const actor = await tokenActor(services.pools.door, token, services.now())
    // what an agent does is told as the token's, and that an agent did it
    return { ...actor, name: `${actor.name} through MCP` }
  }
  const guests = new WeakMap<Request, Guest>()
  const handler = createMcpHandler(
    ({ requestInfo }) => {
      const guest = requestInfo && guests.get(requestInfo)
      if (!guest) throw new TypeError('an agent without a request')
      const { actor, origin } = guest.ctx
      return agentServer(guest.ctx, guest.tools, (call) => services.agentCalls.note({ actor, origin, ...call }))
    },
    // one answer for each request: nothing is told later, so nothing stays open
    { maxSubscriptions: 0 },
  )
  app.addHook('onClose', () => handler.close())
  app.route({
    method: ['GET', 'POST', 'DELETE'],
    url: '/mcp',
    handler: async (request, reply) => {
      const ctx = await requestContext(services, request, { heavyCalls, actorOf, cookie: noCookie })
      try {
        if (ctx.refused !== undefined) throw ctx.refused
        caller(ctx.actor)
        checkMessage(request)
        const asked = webRequest(services, request)
        guests.set(asked, { ctx, tools: await toolsFor(ctx) })
        const body = request.method === 'POST' ? { parsedBody: request.body } : {}
        return await answered(await handler.fetch(asked, body), reply)
      } catch (error) {
        const refusal = refuse(services, error, request, reply)
        if (reply.statusCode === 401) void reply.header('www-authenticate', 'Bearer')
        return reply.send(refusal)
      }
    },
  })
}

/** Reading is for everybody who sees a project; proposing for whoever may edit in one. */
async function toolsFor(ctx: TrpcCtx): Promise<readonly Tool[]> {
  const projects = await askWith(ctx, ['projects.list'], false)('projects.list', undefined)
  const mayPropose = projects.some(({ role }) => allows(role, 'change.edit'))
  return tools.filter(({ proposes }) => mayPropose || !proposes)
}

/** Refuses what no message of the protocol is, and several at once, which would be paid as one. */
function checkMessage({ method, body }: FastifyRequest): void {
  if (method !== 'POST') return
  refuseUnstorable(body)
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return
  throw new FanionError('request/invalid', {}, 'Send one JSON-RPC message in each request.')
}

/** The request as the protocol's library takes it: what the protocol reads of it, and nothing that is secret. */
function webRequest(services: Services, { method, headers }: FastifyRequest): Request {
  const own = Object.entries(headers).flatMap(([name, value]) =>
    name.startsWith('mcp-') && typeof value === 'string' ? [[name, value] as const] : [],
  )
  const taken = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' }
  return new Request(`${services.publicUrl()}/mcp`, { method, headers: { ...Object.fromEntries(own), ...taken } })
}

async function answered(response: Response, reply: FastifyReply): Promise<FastifyReply> {
  const type = response.headers.get('content-type')
  if (type !== null) void reply.type(type)
  const allow = response.headers.get('allow')
  if (allow !== null) void reply.header('allow', allow)
  void reply.code(response.status).header('cache-control', 'no-store')
  return reply.send(await response.text())
}
