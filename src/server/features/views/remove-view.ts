import type { SavedView } from '../../../shared/features/views/schemas/saved-view.ts'
import { personIdOf } from '../../platform/kernel/actor.ts'
import { audit } from '../../platform/kernel/audit.ts'
import { inTransaction, type ProjectCtx } from '../../platform/kernel/ctx.ts'
import { requirePermission } from '../../platform/kernel/require-permission.ts'
import { viewNotFound } from './not-found.ts'
import { deleteView, lockViews } from './queries.ts'

/** Deletes a view and returns it, so that saving it again undoes the deletion. */
export async function removeView(ctx: ProjectCtx, { id }: { id: string }): Promise<SavedView> {
  return inTransaction(ctx, async (tx) => {
    const was = (await lockViews(tx.db, tx.project, personIdOf(tx.actor))).find((one) => one.id === id)
    if (!was) throw viewNotFound(id)
    if (was.shared) requirePermission(tx.project.role, 'view.share', tx.project.name)
    await deleteView(tx.db, id)
    const subject = `${tx.project.key}/${was.name}`
    if (was.shared) await audit(tx, { action: 'view.remove', subject, projectId: tx.project.id, before: was })
    return was
  })
}
