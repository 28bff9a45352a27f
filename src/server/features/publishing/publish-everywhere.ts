import type { DespiteBuilds } from '../../../shared/features/builds/schemas/build.ts'
import type { Entry } from '../../../shared/features/publishing/schemas/revision.ts'
import type { Tx } from '../../platform/db/pool.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import type { ProvenEnvironment } from '../../platform/kernel/scope.ts'
import { publish } from './publish.ts'
import { lockEnvironment } from './queries.ts'

/**
 * Publishes entries to one or several environments in the caller's transaction. Environments are always locked by id,
 * so that two callers cannot deadlock. Environments without entries get no revision. `despite` is an admin's reason for
 * breaking live builds.
 */
export async function publishEverywhere(
  ctx: ProjectCtx & { readonly db: Tx },
  environments: readonly ProvenEnvironment[],
  message: string,
  entriesFor: (environment: ProvenEnvironment) => Entry | readonly Entry[] | Promise<readonly Entry[]>,
  despite?: DespiteBuilds,
): Promise<void> {
  const inOrder = environments.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  for (const environment of inOrder) {
    const { headNumber: base } = await lockEnvironment(ctx.db, environment)
    const entries = [await entriesFor(environment)].flat()
    if (entries.length > 0) await publish({ ...ctx, environment }, { base, message, entries, despite })
  }
}
