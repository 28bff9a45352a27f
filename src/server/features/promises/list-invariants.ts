import type { FlagPromise } from '../../../shared/features/promises/schemas/promise.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { proveEnvironments } from '../../platform/kernel/scope.ts'
import { invariantStatesIn, readEnvironmentDatafiles } from './invariant-states.ts'
import { invariantsOf, invariantsOfFlag } from './queries.ts'
import { invariantView } from './view.ts'

/**
 * Lists the promises of the project with their state in each environment. With `flag`, those that name it and its own
 * examples.
 */
export async function listInvariants(ctx: ProjectCtx, input: { flag?: string | undefined }): Promise<FlagPromise[]> {
  const rows =
    input.flag === undefined
      ? await invariantsOf(ctx.db, ctx.project)
      : await invariantsOfFlag(ctx.db, ctx.project, input.flag)
  if (rows.length === 0) return []
  const grounds = await readEnvironmentDatafiles(ctx, await proveEnvironments(ctx.db, ctx.project))
  const views: FlagPromise[] = []
  for (const row of rows) {
    const there = grounds.filter(({ environment: { key } }) => row.environments?.includes(key) ?? true)
    views.push(invariantView(row, await invariantStatesIn(ctx, row.statement, there)))
  }
  return views
}
