import type { z } from 'zod'
import { checkContract } from '../../../shared/features/builds/check-contract.ts'
import type { Build, BuildList, ListBuildsInput, UnknownFlag } from '../../../shared/features/builds/schemas/build.ts'
import { limits } from '../../../shared/limits.ts'
import { personIdOf } from '../../platform/kernel/actor.ts'
import type { EnvironmentCtx, ProjectCtx } from '../../platform/kernel/ctx.ts'
import { proveEnvironment, proveEnvironments } from '../../platform/kernel/scope.ts'
import { type BuildRow, buildsOf, countBuilds, documentsOf, unknownFlagsOf } from './queries.ts'

const ago = (ctx: ProjectCtx, ms: number) => new Date(ctx.now().getTime() - ms)

/** Builds seen since this time count as live. */
export const liveSince = (now: Date): Date => new Date(now.getTime() - limits.buildLiveMs)

const viewOf = (ctx: ProjectCtx, row: BuildRow): Build => ({
  environment: row.environment,
  kind: row.kind,
  name: row.name,
  version: row.version,
  commit: row.commit,
  runtime: row.runtime,
  programs: row.programs,
  flags: row.flags,
  firstSeenAt: row.firstSeenAt.toISOString(),
  lastSeenAt: row.lastSeenAt.toISOString(),
  live: row.lastSeenAt >= liveSince(ctx.now()),
})

type Page = Omit<z.output<typeof ListBuildsInput>, 'project' | 'direction'>

/** Lists a page of the builds of a project or environment, each with its mismatches with the environment. */
export async function listBuilds(ctx: ProjectCtx, input: Page): Promise<BuildList> {
  const { environment, live, cursor, limit } = input
  const all = await proveEnvironments(ctx.db, ctx.project)
  const asked = environment === undefined ? all : [await proveEnvironment(ctx.db, ctx.project, environment)]
  const ids = asked.map(({ id }) => id)
  const since = liveSince(ctx.now())
  const rows = await buildsOf(ctx.db, ctx.project, {
    ...{ environments: ids, limit: limit + 1, toldSince: ago(ctx, limits.buildToldMs) },
    ...(live !== undefined && (live ? { since } : { until: since })),
    ...(cursor != null && { below: cursor }),
  })
  const page = rows.slice(0, limit)
  const found: Record<string, Awaited<ReturnType<typeof documentsOf>>> = {}
  for (const { id, key } of asked) {
    const mine = page.filter((row) => row.environment === key)
    const keys = new Set(mine.flatMap(({ flags }) => flags.map((flag) => flag.key)))
    found[key] = keys.size === 0 ? {} : await documentsOf(ctx.db, id, [...keys])
  }
  const builds = page.map((row) => ({
    ...viewOf(ctx, row),
    id: row.id,
    findings: checkContract(
      { flags: row.flags, ...(row.attributes === null ? {} : { attributes: row.attributes }) },
      found[row.environment] ?? {},
    ),
  }))
  const isEnd = rows.length <= limit
  return { builds, totals: await countBuilds(ctx.db, ids, since), next: isEnd ? null : (page.at(-1)?.id ?? null) }
}

/** Lists the builds that declare a flag, most recently seen first, each with its declaration of that flag. */
export async function buildsOfFlag(ctx: ProjectCtx, { flag }: { flag: string }): Promise<Build[]> {
  const rows = await buildsOf(ctx.db, ctx.project, { flags: [flag], toldSince: ago(ctx, limits.buildToldMs) })
  return rows.map((row) => viewOf(ctx, row))
}

/**
 * Lists the live builds of an environment that declare any of the given flags, reduced to these flags. A publish may
 * break them.
 */
export async function listReaders(ctx: EnvironmentCtx, { flags }: { flags: readonly string[] }): Promise<Build[]> {
  const rows = await buildsOf(ctx.db, ctx.project, {
    flags,
    environments: [ctx.environment.id],
    kind: 'server',
    since: liveSince(ctx.now()),
    toldSince: ago(ctx, limits.buildToldMs),
  })
  return rows.map((row) => viewOf(ctx, row))
}

/** Maximum number of builds named per unknown flag. */
const mostNamed = 5

/** Lists the flags that live builds declare and the project lacks, except those that the caller dismissed. */
export async function listUnknownFlags(ctx: ProjectCtx): Promise<UnknownFlag[]> {
  const { db, project, actor, now } = ctx
  const found = await unknownFlagsOf(db, project, liveSince(now()), limits.unknownFlags, personIdOf(actor))
  return found.map(({ declared, builds }) => ({
    ...{ declared, builds: builds.slice(0, mostNamed), more: Math.max(0, builds.length - mostNamed) },
  }))
}
