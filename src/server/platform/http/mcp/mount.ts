import { createMcpHandler } from '@modelcontextprotocol/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { FanionError } from '../../../../shared/errors/fanion-error.ts'
import { allows } from '../../../../shared/permissions.ts'
import { anonymous } from '../../auth/session-actor.ts'
import { tokenActor } from '../../auth/token-actor.ts'
import type { Actor } from '../../kernel/actor.ts'
import type { FairQueue } from '../../kernel/fair-queue.ts'
import { requireCaller } from '../../kernel/require-permission.ts'
import { bearer } from '../bearer.ts'
import { refuse } from '../refuse.ts'
import { refuseUnstorable } from '../refuse-unstorable.ts'
import type { Services } from '../services.ts'
import { noCookie } from '../session-cookie.ts'
import { requestContext } from '../trpc/request-context.ts'
import type { TrpcCtx } from '../trpc/trpc.ts'
import { agentServer } from './agent-server.ts'
import { createAsk } from './ask.ts'
import type { Tool } from './tool.ts'
import { tools } from './tools.ts'

/** The caller's context and the tools they may use. */
type McpCaller = { readonly ctx: TrpcCtx; readonly tools: readonly Tool[] }

/** Serves MCP (Model Context Protocol) at /mcp: authenticated by token, never by cookie, and stateless. */
export function mountMcp(app: FastifyInstance, services: Services, heavyCalls: FairQueue): void {
  const actorOf = async ({ headers }: FastifyRequest): Promise<Actor> => {
    const token = bearer(headers)
    if (token === undefined) return anonymous
    const actor = await tokenActor(services.pools.door, token, services.now())
    // Audit events name the token, and that an agent used it.
    return { ...actor, name: `${actor.name} through MCP` }
  }
  const guests = new WeakMap<Request, McpCaller>()
  const handler = createMcpHandler(
    ({ requestInfo }) => {
      const guest = requestInfo && guests.get(requestInfo)
      if (!guest) throw new TypeError('an agent without a request')
      const { actor, origin } = guest.ctx
      return agentServer(guest.ctx, guest.tools, (call) => services.agentCalls.note({ actor, origin, ...call }))
    },
    // Each request gets one response: there are no notifications, so no stream stays open.
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
        requireCaller(ctx.actor)
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

/** Everyone who sees a project may read. Proposing requires edit rights in at least one project. */
async function toolsFor(ctx: TrpcCtx): Promise<readonly Tool[]> {
  const projects = await createAsk(ctx, ['projects.list'], false)('projects.list', undefined)
  const mayPropose = projects.some(({ role }) => allows(role, 'change.edit'))
  return tools.filter(({ proposes }) => mayPropose || !proposes)
}

/** Rejects bodies that are not a single MCP message. A batch would be rate limited as one call. */
function checkMessage({ method, body }: FastifyRequest): void {
  if (method !== 'POST') return
  refuseUnstorable(body)
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return
  throw new FanionError('request/invalid', {}, 'Send one JSON-RPC message in each request.')
}

/** Converts the request for the MCP library, with only the headers that the protocol reads and no secrets. */
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
