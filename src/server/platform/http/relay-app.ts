import compress from '@fastify/compress'
import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import { mountVendorProtocols } from '../../vendors/protocols/mount.ts'
import { bareApp } from './bare-app.ts'
import { mountDocuments } from './documents/mount.ts'
import { guardRequests } from './guard-requests.ts'
import { logRequests } from './log-requests.ts'
import { mountOfrep } from './ofrep/mount.ts'
import { mountOps } from './ops/mount.ts'
import { mountSdk } from './sdk/mount.ts'
import { securityHeaders } from './security-headers.ts'
import type { ProgramServices } from './services.ts'

/** Builds the HTTP server of a relay, without listening. It has only the routes of SDKs. */
export async function buildRelayApp(services: ProgramServices): Promise<FastifyInstance> {
  const app = bareApp(services)
  await app.register(async (ofrep) => mountOfrep(ofrep, services))
  await app.register(async (documents) => mountDocuments(documents, services))
  await app.register(async (others) => {
    await others.register(helmet, securityHeaders(services))
    await others.register(compress, { global: true, encodings: ['br', 'gzip'], threshold: 1_024 })
    logRequests(others, services)
    guardRequests(others, services)
    mountOps(others, services)
    mountSdk(others, services)
    await mountVendorProtocols(others, services)
  })
  return app
}
