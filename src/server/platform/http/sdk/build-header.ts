import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SdkKeyHolder } from '../../auth/sdk-key-holder.ts'
import type { SeenBuild } from '../../live/seen-builds.ts'
import type { ProgramServices } from '../services.ts'

/** A program names its build by the digest of what it declares; the answer says whether the server wants the whole. */
const buildHeader = 'x-fanion-build'

/** The build that a program with a server key names; undefined where it names none. */
function buildOf(request: FastifyRequest, { kind, environmentId }: SdkKeyHolder): SeenBuild | undefined {
  const digest = request.headers[buildHeader]
  if (kind !== 'server' || typeof digest !== 'string' || !/^[0-9a-f]{64}$/.test(digest)) return undefined
  return { environmentId, kind, digest }
}

/** Notes the build a request names, and asks for its declaration where it is not known. */
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
