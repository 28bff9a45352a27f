import { checkContract } from '../../../shared/contract/check-contract.ts'
import { limits } from '../../../shared/limits.ts'
import type { Build, BuildWithFindings, UnknownFlag } from '../../../shared/schemas/build.ts'
import type { EnvironmentCtx, ProjectCtx } from '../../kernel/ctx.ts'
import { proveEnvironments } from '../../kernel/scope.ts'
import { type BuildRow, buildsOf, documentsOf, unknownOf } from './queries.ts'

const ago = (ctx: ProjectCtx, ms: number) => new Date(ctx.now().getTime() - ms)

/** When a build was seen last, at the least, to be live. */
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

/** All builds of a project, those seen last first, each with what its environment does not bear out. */
export async function listBuilds(ctx: ProjectCtx): Promise<BuildWithFindings[]> {
  const rows = await buildsOf(ctx.db, ctx.project, { toldSince: ago(ctx, limits.buildToldMs) })
  const found: Record<string, Awaited<ReturnType<typeof documentsOf>>> = {}
  for (const { id, key } of await proveEnvironments(ctx.db, ctx.project)) {
    const mine = rows.filter(({ environment }) => environment === key)
    const keys = new Set(mine.flatMap(({ flags }) => flags.map((flag) => flag.key)))
    found[key] = keys.size === 0 ? {} : await documentsOf(ctx.db, id, [...keys])
  }
  return rows.map((row) => ({
    ...viewOf(ctx, row),
    findings: checkContract(
      { flags: row.flags, ...(row.attributes === null ? {} : { attributes: row.attributes }) },
      found[row.environment] ?? {},
    ),
  }))
}

/** The builds that declare a flag, those seen last first, each with what it declares of it. */
export async function buildsOfFlag(ctx: ProjectCtx, { flag }: { flag: string }): Promise<Build[]> {
  const rows = await buildsOf(ctx.db, ctx.project, { flags: [flag], toldSince: ago(ctx, limits.buildToldMs) })
  return rows.map((row) => viewOf(ctx, row))
}

/** The live builds of an environment that declare any of these flags, with these alone: whom a publish may harm. */
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

/** What live builds ask for and the project lacks. */
export const listUnknownFlags = (ctx: ProjectCtx): Promise<UnknownFlag[]> =>
  unknownOf(ctx.db, ctx.project, liveSince(ctx.now()), limits.unknownFlags)
