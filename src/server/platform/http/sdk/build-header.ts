import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SdkKeyHolder } from '../../auth/sdk-key-holder.ts'
import type { SeenBuild } from '../../live/seen-builds.ts'
import type { ProgramServices } from '../services.ts'

/**
 * An SDK sends the digest of its build's declaration. The response header says whether the server needs the
 * declaration.
 */
const buildHeader = 'x-fanion-build'

/** Returns the build that a request with a server key names, if any. */
function buildOf(request: FastifyRequest, { kind, environmentId }: SdkKeyHolder): SeenBuild | undefined {
  const digest = request.headers[buildHeader]
  if (kind !== 'server' || typeof digest !== 'string' || !/^[0-9a-f]{64}$/.test(digest)) return undefined
  return { environmentId, kind, digest }
}

/** Records the build of a request, and requests its declaration if it is unknown. */
export async function noteBuild(
  { builds }: ProgramServices,
  request: FastifyRequest,
  reply: FastifyReply,
  holder: SdkKeyHolder,
): Promise<SeenBuild | undefined> {
  const build = buildOf(request, holder)
  if (build !== undefined && !(await builds.note(build))) void reply.header(buildHeader, 'unknown')
  return build
}
