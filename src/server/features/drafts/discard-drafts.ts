import type { ChangeSubject } from '../../../shared/features/changes/schemas/change.ts'
import type { ListedDraft } from '../../../shared/features/drafts/schemas/draft.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { requireUserSession } from '../../platform/kernel/require-permission.ts'
import { proveEnvironments } from '../../platform/kernel/scope.ts'
import { listDrafts } from './list-drafts.ts'
import { deleteDrafts } from './queries.ts'

/** Deletes the caller's drafts of the given subjects and returns the remaining ones. */
export async function discardDrafts(
  ctx: ProjectCtx,
  input: { places: readonly ChangeSubject[] },
): Promise<ListedDraft[]> {
  const environments = new Map((await proveEnvironments(ctx.db, ctx.project)).map((one) => [one.key, one]))
  await deleteDrafts(ctx.db, requireUserSession(ctx.actor).id, input.places, environments)
  return listDrafts(ctx)
}
