import { type CodeRepository, linkTo, type ReferencesOfFlag } from '../../../shared/features/builds/references.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { branchesOf, codePlacesOf, repositoriesOf } from './queries.ts'

/** Maximum number of places returned per flag. */
const mostPlaces = 200

/**
 * Lists where code names a flag: the first places, reads before other references, with totals for each scanned branch.
 */
export async function listReferences(ctx: ProjectCtx, { flag }: { flag: string }): Promise<ReferencesOfFlag> {
  const places = await codePlacesOf(ctx.db, ctx.project, flag, mostPlaces)
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
