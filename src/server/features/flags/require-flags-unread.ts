import type { BrokenBuild } from '../../../shared/features/builds/build-mismatch.ts'
import type { DespiteBuilds } from '../../../shared/features/builds/schemas/build.ts'
import type { Tx } from '../../platform/db/pool.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import type { ProvenEnvironment } from '../../platform/kernel/scope.ts'
import { describeHarmedBuild, liveBuildsDeclaring, rejectHarmedBuilds } from '../builds/harmed-builds.ts'
import { lockEnvironment } from '../publishing/queries.ts'

/**
 * Throws `flag/read-by-build` with all affected builds if live server builds read these flags in any environment. If an
 * admin overrides this with a reason, returns the builds. Locks the environments by id, as all publishers do. Builds
 * that appear in the meantime wait and then see that the flag is gone.
 */
export async function requireFlagsUnread(
  ctx: ProjectCtx & { readonly db: Tx },
  environments: readonly ProvenEnvironment[],
  flags: readonly { readonly key: string }[],
  despite: DespiteBuilds | undefined,
): Promise<BrokenBuild[]> {
  for (const environment of environments.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    await lockEnvironment(ctx.db, environment)
  }
  const keys = flags.map(({ key }) => key)
  const ids = environments.map(({ id }) => id)
  const builds = (await liveBuildsDeclaring(ctx, ids, keys)).flatMap((build) =>
    build.flags.map(({ key }) => describeHarmedBuild(key, build, { kind: 'gone' })),
  )
  rejectHarmedBuilds({ project: ctx.project.name, role: ctx.project.role }, builds, despite)
  return builds
}
