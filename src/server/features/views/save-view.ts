import type { z } from 'zod'
import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { SavedView, SaveViewInput } from '../../../shared/features/views/schemas/saved-view.ts'
import { limits } from '../../../shared/limits.ts'
import { personIdOf } from '../../platform/kernel/actor.ts'
import { audit } from '../../platform/kernel/audit.ts'
import { inTransaction, type ProjectCtx } from '../../platform/kernel/ctx.ts'
import { requirePermission, requireUserSession } from '../../platform/kernel/require-permission.ts'
import { viewNotFound } from './not-found.ts'
import { lockViews, upsertView } from './queries.ts'

/**
 * Creates a view, or updates its name, filter or order. Sharing a view and editing a shared one require the permission
 * to share. Private views are not audited, because only their owner sees them.
 */
export async function saveView(ctx: ProjectCtx, input: z.output<typeof SaveViewInput>): Promise<SavedView> {
  const { project: _, id = ctx.newId(), ...rest } = input
  const view: SavedView = { id, ...rest }
  // a service token has no account and cannot have private views
  const personId = personIdOf(ctx.actor) ?? (view.shared ? null : requireUserSession(ctx.actor).id)
  return inTransaction(ctx, async (tx) => {
    const views = await lockViews(tx.db, tx.project, personId)
    const was = views.find((one) => one.id === id)
    const shared = view.shared || was?.shared === true
    if (shared) requirePermission(tx.project.role, 'view.share', tx.project.name)
    refuseMisfit(views, view)
    if (!(await upsertView(tx.db, { project: tx.project, personId, createdAt: tx.now() }, view))) throw viewNotFound(id)
    const subject = `${tx.project.key}/${view.name}`
    if (shared) await audit(tx, { action: 'view.save', subject, projectId: tx.project.id, before: was, after: view })
    return view
  })
}

/** Throws if another view of the same list (shared or private) has this name, or if that list is full. */
function refuseMisfit(views: readonly SavedView[], view: SavedView): void {
  const others = views.filter(({ id, shared }) => id !== view.id && shared === view.shared)
  if (others.some(({ name }) => name.toLowerCase() === view.name.toLowerCase()))
    throw new FanionError('view/name-taken', { name: view.name }, `A view named “${view.name}” already exists.`)
  if (others.length < limits.savedViews) return
  const details = { limit: 'savedViews', value: limits.savedViews }
  throw new FanionError(
    'limit/reached',
    details,
    `A project can share, and a person can save, up to ${details.value} views.`,
  )
}
