import type { ListedDraft } from '../../../shared/features/drafts/schemas/draft.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { requireUserSession } from '../../platform/kernel/require-permission.ts'
import { proveEnvironments } from '../../platform/kernel/scope.ts'
import { documentsAt } from '../publishing/history-queries.ts'
import { draftsOf } from './queries.ts'

/** Lists the caller's drafts in the project, newest first, each with the document it started from. */
export async function listDrafts(ctx: ProjectCtx): Promise<ListedDraft[]> {
  const drafts = await draftsOf(ctx.db, ctx.project, requireUserSession(ctx.actor).id)
  if (drafts.length === 0) return []
  const environments = new Map((await proveEnvironments(ctx.db, ctx.project)).map((one) => [one.key, one]))
  return Promise.all(
    drafts.map(async (draft) => {
      const environment = environments.get(draft.environment)
      const [before] = environment ? await documentsAt(ctx.db, environment, draft.base, [draft]) : []
      return { ...draft, before: before?.document ?? null, updatedAt: draft.updatedAt.toISOString() }
    }),
  )
}
