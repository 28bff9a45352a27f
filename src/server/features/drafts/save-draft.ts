import type { Draft, SaveDraftInput } from '../../../shared/features/drafts/schemas/draft.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { requireUserSession } from '../../platform/kernel/require-permission.ts'
import { checkProposals } from '../publishing/check-proposals.ts'
import { upsertDraft } from './queries.ts'

/**
 * Saves what the caller is editing. A draft is visible only to its owner and changes nothing, so it is not audited. Its
 * document may be invalid for publishing.
 */
export async function saveDraft(ctx: ProjectCtx, { entry }: SaveDraftInput): Promise<Draft> {
  const { environment: key, ...draft } = entry
  const [environment] = (await checkProposals(ctx, [entry])).values()
  const updatedAt = ctx.now()
  if (environment) {
    await upsertDraft(ctx.db, {
      ...draft,
      personId: requireUserSession(ctx.actor).id,
      environmentId: environment.id,
      document: draft.document === null ? null : JSON.stringify(draft.document),
      updatedAt,
    })
  }
  return { environment: key, ...draft, updatedAt: updatedAt.toISOString() }
}
