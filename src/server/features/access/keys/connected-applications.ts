import type { ConnectedApplication } from '../../../../shared/features/access/schemas/sdk-key.ts'
import { allows } from '../../../../shared/permissions.ts'
import type { ProjectCtx } from '../../../platform/kernel/ctx.ts'
import { proveEnvironments, roleIn } from '../../../platform/kernel/scope.ts'
import { keysOf } from './queries.ts'

/** Number of open streams of a key that have received everything up to a revision. */
type StreamsAt = { readonly keyId: string; readonly revision: number; readonly streams: number }

/**
 * Lists the applications connected to the project's environments, by key name and received revision. Names are omitted
 * for callers who cannot see keys.
 */
export async function connectedApplications(
  ctx: ProjectCtx,
  streamsAt: (environmentId: string) => readonly StreamsAt[],
): Promise<ConnectedApplication[]> {
  const keys = new Map((await keysOf(ctx.db, ctx.project)).map((key) => [key.id, key]))
  const environments = await proveEnvironments(ctx.db, ctx.project)
  return environments.flatMap((environment) =>
    streamsAt(environment.id).flatMap(({ keyId, revision, streams }) => {
      const key = keys.get(keyId)
      if (key === undefined) return []
      const name = allows(roleIn(ctx.project, environment.key), 'key.read') ? key.name : null
      return [{ name, kind: key.kind, environment: environment.key, revision, streams }]
    }),
  )
}
