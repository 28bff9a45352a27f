import type { Draft } from '../../../shared/schemas/draft.ts'
import type { ProjectCtx } from '../../kernel/ctx.ts'
import { signedIn } from '../../kernel/permit.ts'
import { draftsOf } from './draft-queries.ts'

/** The caller's own drafts in the project, newest first. */
export async function listDrafts(ctx: ProjectCtx): Promise<Draft[]> {
  const drafts = await draftsOf(ctx.db, ctx.project, signedIn(ctx.actor).id)
  return drafts.map((draft) => ({ ...draft, updatedAt: draft.updatedAt.toISOString() }))
}
