import type { FastifyInstance, FastifyRequest } from 'fastify'
import { limits } from '../../../shared/limits.ts'
import { BuildDeclaration } from '../../../shared/schemas/build.ts'
import type { SdkKeyHolder } from '../../auth/sdk-key-holder.ts'
import { allowOrigin, preflightHeaders, refusalHeaders } from '../allow-origin.ts'
import { bearer } from '../bearer.ts'
import { refuseUnstorable } from '../refuse-unstorable.ts'
import type { ProgramServices } from '../services.ts'
import { tellerOf } from './relayed.ts'

const path = '/sdk/v1/build'

/** So many bytes of a declaration are a unit of work with a client key. */
const bytesPerUnit = 4 * 1024

/** `POST /sdk/v1/build`: what a build declares. It is answered with what of it the environment does not bear out. */
export function buildRoute(app: FastifyInstance, services: ProgramServices): void {
  const { gates, proxies, now } = services
  app.addHook('onSend', async ({ url, headers }, reply) => {
    if (url.startsWith(path)) void reply.headers(refusalHeaders(reply.statusCode, headers.origin))
  })
  app.options(path, async ({ headers }, reply) => reply.code(204).headers(preflightHeaders(headers.origin)).send())

  /** Looks at the key and at what is left of its budget before a byte of the body is read. */
  const onRequest = async (request: FastifyRequest) => {
    const holder = await services.keyHolder(bearer(request.headers))
    if (holder.kind === 'server') return
    const length = Number(request.headers['content-length'] ?? limits.buildBodyBytes)
    const units = 1 + Math.floor(Math.min(length, limits.buildBodyBytes) / bytesPerUnit)
    gates.clients.take(proxies.networkOf(request.raw), now().getTime(), units)
    gates.clientKeys.take(holder.keyId, now().getTime(), units)
  }

  app.post(path, { bodyLimit: limits.buildBodyBytes, onRequest }, async (request, reply) => {
    const holder = await services.keyHolder(bearer(request.headers))
    void reply.headers(allowOrigin(holder, request.headers.origin))
    refuseUnstorable(request.body)
    const build = BuildDeclaration.parse(request.body)
    const teller = tellerOf(holder, request.headers)
    const { environmentId, kind } = teller
    const kept = kind === 'client' ? await believable(services, teller, build) : build
    const receipt = await services.reports.build(teller, build, kept)
    if (kind === 'server') services.builds.remember({ environmentId, kind, digest: receipt.digest })
    // who holds a client key learns nothing of flags that are not for it
    return reply.code(202).send(kind === 'client' ? { ...receipt, findings: [] } : receipt)
  })
}

/** Of what a page declares, the flags that its key can be given, and nothing else: the key is no secret. */
async function believable(
  { states }: ProgramServices,
  { environmentId }: SdkKeyHolder,
  build: BuildDeclaration,
): Promise<BuildDeclaration> {
  const { flags } = (await states.get(environmentId)).datafile
  const isSeen = ({ key }: { key: string }) => Object.hasOwn(flags, key) && flags[key]?.visibleToClients === true
  return { ...build, flags: build.flags.filter(isSeen), attributes: undefined }
}
