import { existsSync } from 'node:fs'
import path from 'node:path'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import { mountVendorProtocols } from '../../vendors/protocols/mount.ts'
import { mountAudit } from './audit/mount.ts'
import { mountAuth } from './auth/mount.ts'
import { bareApp } from './bare-app.ts'
import { docsPrefix, mountDocs } from './docs/mount.ts'
import { mountDocuments } from './documents/mount.ts'
import { guardRequests } from './guard-requests.ts'
import { mountImport } from './import/mount.ts'
import { logRequests } from './log-requests.ts'
import { mountMcp } from './mcp/mount.ts'
import { mountNpm } from './npm/mount.ts'
import { mountOfrep } from './ofrep/mount.ts'
import { mountOps } from './ops/mount.ts'
import { mountRest } from './rest/mount.ts'
import { mountSdk } from './sdk/mount.ts'
import { securityHeaders } from './security-headers.ts'
import type { Services } from './services.ts'
import { createHeavyCallQueue } from './trpc/call-budget.ts'
import { mountTrpc } from './trpc/mount.ts'
import { mountWeb } from './web/mount.ts'

/** Builds the HTTP server with all routes, without listening. */
export async function buildApp(services: Services): Promise<FastifyInstance> {
  const app = bareApp(services)
  await app.register(async (ofrep) => mountOfrep(ofrep, services))
  await app.register(async (documents) => mountDocuments(documents, services))
  await app.register(async (others) => mountOthers(others, services))
  return app
}

/**
 * Registers all routes except OFREP and documents, whose high request rate does without the plugins that pages need.
 */
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
  await mountVendorProtocols(app, services)
  mountNpm(app, services)
  mountAuth(app, services)
  const heavyCalls = createHeavyCallQueue()
  await mountTrpc(app, services, heavyCalls)
  mountRest(app, services, heavyCalls)
  mountMcp(app, services, heavyCalls)
  const { docsRoot } = services
  // Must be mounted before the UI, which handles all other paths.
  if (docsRoot && existsSync(path.join(docsRoot, 'policy.txt')))
    await app.register(async (docs) => mountDocs(docs, docsRoot), { prefix: docsPrefix })
  if (services.webRoot && existsSync(path.join(services.webRoot, 'index.html'))) await mountWeb(app, services.webRoot)
}
