import { existsSync } from 'node:fs'
import http from 'node:http'
import path from 'node:path'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import helmet from '@fastify/helmet'
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import { catalogue } from '../../shared/errors/catalogue.ts'
import { limits } from '../../shared/limits.ts'
import { mountAudit } from './audit/mount.ts'
import { mountAuth } from './auth/mount.ts'
import { docsPrefix, mountDocs } from './docs/mount.ts'
import { mountDocuments } from './documents/mount.ts'
import { guardRequests } from './guard-requests.ts'
import { mountImport } from './import/mount.ts'
import { leaving } from './leaving.ts'
import { logRequests } from './log-requests.ts'
import { mountMcp } from './mcp/mount.ts'
import { mountNpm } from './npm/mount.ts'
import { mountOfrep, ofrepPrefix, ofrepRefusal } from './ofrep/mount.ts'
import { mountOps } from './ops/mount.ts'
import { mountReadings } from './readings/mount.ts'
import { refuse } from './refuse.ts'
import { requestId } from './request-id.ts'
import { mountRest } from './rest/mount.ts'
import { mountSdk } from './sdk/mount.ts'
import { securityHeaders } from './security-headers.ts'
import type { Services } from './services.ts'
import { toFanionError } from './to-fanion-error.ts'
import { heavyTurns } from './trpc/call-budget.ts'
import { mountTrpc } from './trpc/mount.ts'
import { mountWeb } from './web/mount.ts'

/** The HTTP server with everything mounted, not yet listening. */
export async function buildApp(services: Services): Promise<FastifyInstance> {
  const app = Fastify({
    serverFactory: (framework) => http.createServer(leaving(services.drain, framework)),
    routerOptions: { maxParamLength: 5_000 }, // a tRPC batch puts every procedure's name in one parameter
    bodyLimit: limits.trpcBodyBytes,
    forceCloseConnections: 'idle', // a request that is under way is answered; see drain
    return503OnClosing: false,
    genReqId: (request) => requestId(request, services),
    // an address that cannot be read belongs to no route
    frameworkErrors: (error, { id, url }, reply) => {
      const { code, details, message } = toFanionError(error)
      const { status } = catalogue[code]
      const refusal = url.startsWith(ofrepPrefix)
        ? ofrepRefusal(status, message)
        : { error: { code, message, details, requestId: id } }
      // whatever the route would have answered with
      const plain = reply as unknown as FastifyReply
      void plain.code(status).send(refusal)
    },
  })
  app.setErrorHandler((error, request, reply) => {
    const refusal = refuse(services, error, request, reply)
    return reply.send(refusal)
  })
  await app.register(async (ofrep) => mountOfrep(ofrep, services))
  await app.register(async (documents) => mountDocuments(documents, services))
  await app.register(async (others) => mountOthers(others, services))
  return app
}

/** Everything but OFREP and documents, which programs ask so often that they go without what pages need. */
async function mountOthers(app: FastifyInstance, services: Services): Promise<void> {
  await app.register(helmet, securityHeaders(services))
  await app.register(cookie)
  await app.register(compress, { global: true, encodings: ['br', 'gzip'], threshold: 1_024 })
  logRequests(app, services)
  guardRequests(app, services)
  mountOps(app, services)
  mountAudit(app, services)
  mountImport(app, services)
  mountSdk(app, services)
  await mountReadings(app, services)
  mountNpm(app, services)
  mountAuth(app, services)
  const heavyCalls = heavyTurns()
  await mountTrpc(app, services, heavyCalls)
  mountRest(app, services, heavyCalls)
  mountMcp(app, services, heavyCalls)
  const { docsRoot } = services
  // before the UI, whose address is every other
  if (docsRoot && existsSync(path.join(docsRoot, 'policy.txt')))
    await app.register(async (docs) => mountDocs(docs, docsRoot), { prefix: docsPrefix })
  if (services.webRoot && existsSync(path.join(services.webRoot, 'index.html'))) await mountWeb(app, services.webRoot)
}
