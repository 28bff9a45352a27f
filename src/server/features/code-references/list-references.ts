import { type CodeRepository, linkTo, type ReferencesOfFlag } from '../../../shared/features/builds/references.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { branchesOf, placesOf, repositoriesOf } from './queries.ts'

/** More places of one flag than anybody reads. */
const mostPlaces = 200

/** Where code names a flag: the first places, reads before the rest, and what each branch that was scanned says of it. */
export async function listReferences(ctx: ProjectCtx, { flag }: { flag: string }): Promise<ReferencesOfFlag> {
  const places = await placesOf(ctx.db, ctx.project, flag, mostPlaces)
  const branches = await branchesOf(ctx.db, ctx.project, flag)
  return {
    places: places.map(({ linkTemplate, columnNumber, text, since, ...place }) => ({
      ...place,
      column: columnNumber,
      ...(text === null ? {} : { text }),
      ...(since === null ? {} : { since: since.toISOString() }),
      link: linkTo(linkTemplate, place),
    })),
    total: branches.reduce((sum, one) => sum + one.places, 0),
    repositories: branches.map(({ repository, branch, commit, reads, goneWith, goneAt, scannedAt }) => ({
      repository,
      branch,
      commit,
      reads,
      scannedAt: scannedAt.toISOString(),
      gone: goneWith === null || goneAt === null ? null : { commit: goneWith, at: goneAt.toISOString() },
    })),
  }
}

/** The branches that were scanned. */
export async function listRepositories(ctx: ProjectCtx): Promise<CodeRepository[]> {
  const rows = await repositoriesOf(ctx.db, ctx.project)
  return rows.map(({ repository, branch, commit, scannedAt, references }) => ({
    repository,
    branch,
    commit,
    scannedAt: scannedAt.toISOString(),
    references: Number(references),
  }))
}
