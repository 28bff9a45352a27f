import type { FastifyInstance } from 'fastify'
import { BuildDeclaration } from '../../../../shared/features/builds/schemas/build.ts'
import { limits } from '../../../../shared/limits.ts'
import type { SdkKeyHolder } from '../../auth/sdk-key-holder.ts'
import type { ProgramServices } from '../services.ts'
import { reportSenderOf } from './relayed.ts'
import { sdkIngestRoute } from './sdk-ingest-route.ts'

const buildIngestRoute = { path: '/sdk/v1/build', bodyBytes: limits.buildBodyBytes, bytesPerUnit: 4 * 1024 }

/** `POST /sdk/v1/build`: the declaration of a build. Responds with the mismatches to the environment. */
export function buildRoute(app: FastifyInstance, services: ProgramServices): void {
  sdkIngestRoute(app, services, buildIngestRoute, async (holder, request) => {
    const build = BuildDeclaration.parse(request.body)
    const teller = reportSenderOf(holder, request.headers)
    const { environmentId, kind } = teller
    const kept = kind === 'client' ? await believable(services, teller, build) : build
    const receipt = await services.reports.build(teller, build, kept)
    if (kind === 'server') services.builds.remember({ environmentId, kind, digest: receipt.digest })
    // A client key must not reveal flags that it cannot read.
    return kind === 'client' ? { ...receipt, findings: [] } : receipt
  })
}

/** Filters a declaration from a page to flags that its key can read. Client keys are public. */
async function believable(
  { states }: ProgramServices,
  { environmentId }: SdkKeyHolder,
  build: BuildDeclaration,
): Promise<BuildDeclaration> {
  const { flags } = (await states.get(environmentId)).datafile
  const isSeen = ({ key }: { key: string }) => Object.hasOwn(flags, key) && flags[key]?.visibleToClients === true
  return { ...build, flags: build.flags.filter(isSeen), attributes: undefined }
}
