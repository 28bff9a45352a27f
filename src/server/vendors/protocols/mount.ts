import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { FanionError } from '../../../shared/errors/fanion-error.ts'
import { limits } from '../../../shared/limits.ts'
import type { SdkKeyHolder } from '../../platform/auth/sdk-key-holder.ts'
import { preflightHeaders, refusalHeaders } from '../../platform/http/allow-origin.ts'
import { spendClient } from '../../platform/http/ofrep/access.ts'
import type { ProgramServices } from '../../platform/http/services.ts'
import { namedConnection } from '../growthbook/connection.ts'
import { growthBookRoutes } from '../growthbook/routes.ts'
import { launchDarklyRoutes } from '../launchdarkly/routes.ts'
import { unleashRoutes } from '../unleash/routes.ts'
import { fanionKeyOf, vendorRequestKey } from './key.ts'

/**
 * Serves environments in other vendors' formats, at /unleash, /launchdarkly, /flagd and /growthbook, so that
 * applications keep their SDKs. Server keys read rules, client keys get values.
 */
export async function mountVendorProtocols(app: FastifyInstance, services: ProgramServices): Promise<void> {
  app.addHttpMethod('REPORT', { hasBody: true })
  await app.register(async (scope) => {
    scope.addHook('onSend', async ({ headers }, reply) => {
      void reply.headers(refusalHeaders(reply.statusCode, headers.origin))
    })
    scope.addHook('onRequest', (request) => knownKey(services, request))
    // Some SDKs compress their bodies. The uncompressed size is limited, too.
    scope.addHook('preParsing', async (request, _reply, payload) => {
      if (request.headers['content-encoding'] !== 'gzip') return payload
      const bytes = await unpacked(payload, mostBytes(request))
      const holder = clients.get(request)
      if (holder) spendBytes(services, request, holder, bytes.length)
      request.headers['content-length'] = String(bytes.length)
      delete request.headers['content-encoding']
      return Object.assign(Readable.from([bytes]), { receivedEncodedLength: bytes.length })
    })
    // Pages send counts on unload, as text/plain.
    scope.addContentTypeParser('text/plain', { parseAs: 'string' }, (_request, body, done) => {
      try {
        done(null, JSON.parse(String(body)))
      } catch {
        done(new FanionError('request/invalid', {}, 'The request body isn’t valid JSON.'))
      }
    })
    for (const path of ['/unleash/*', '/launchdarkly/*', '/growthbook/*'])
      scope.options(path, async ({ headers }, reply) =>
        reply
          .code(204)
          .headers({
            ...preflightHeaders(headers.origin),
            'access-control-allow-methods': 'GET, POST, REPORT',
            'access-control-allow-headers': headers['access-control-request-headers'] ?? 'authorization, content-type',
          })
          .send(),
      )
    unleashRoutes(scope, services)
    launchDarklyRoutes(scope, services)
    growthBookRoutes(scope, services)
  })
}

/** Decompresses a body up to `most` bytes. */
async function unpacked(payload: AsyncIterable<Buffer | string>, most: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of payload) {
    const bytes = Buffer.from(chunk)
    size += bytes.length
    if (size > most) throw tooLarge(most)
    chunks.push(bytes)
  }
  try {
    return await promisify(gunzip)(Buffer.concat(chunks), { maxOutputLength: most })
  } catch (error) {
    if (error instanceof RangeError) throw tooLarge(most)
    throw new FanionError('request/invalid', {}, 'The request body isn’t valid gzip.')
  }
}

const tooLarge = (most: number) =>
  new FanionError('request/too-large', {}, `The request body is larger than ${most} bytes.`)

/** Bytes of a body per unit of work with a client key. */
const bytesPerUnit = 16 * 1024

/** Checks the key and its remaining budget before the body is read. */
async function knownKey(services: ProgramServices, request: FastifyRequest): Promise<void> {
  if (request.method === 'OPTIONS') return
  const { id, file } = request.params as { id?: string; file?: string }
  const publicId = id ?? file?.replace(/\.gif$/, '')
  const named = namedConnection(services, request)
  if (named !== null) {
    await named
    return
  }
  const holder = await (publicId === undefined || fanionKeyOf(request.headers) !== undefined
    ? services.keyHolder(vendorRequestKey(request.headers))
    : services.publicKeyHolder(publicId))
  if (holder.kind !== 'client') return
  clients.set(request, holder)
  const { 'content-length': length, 'transfer-encoding': chunked } = request.headers
  // The length of a chunked body is unknown, so it is charged the maximum.
  spendBytes(services, request, holder, chunked === undefined ? Number(length ?? 0) : mostBytes(request))
}

/** The holders of client keys of requests in progress. */
const clients = new WeakMap<FastifyRequest, SdkKeyHolder>()

const mostBytes = ({ routeOptions }: FastifyRequest): number => routeOptions.bodyLimit ?? limits.telemetryBodyBytes

function spendBytes(services: ProgramServices, request: FastifyRequest, holder: SdkKeyHolder, bytes: number): void {
  const units = Math.floor((Number.isFinite(bytes) ? bytes : 0) / bytesPerUnit)
  if (units > 0) spendClient(services, services.proxies.networkOf(request.raw), holder, units)
}
