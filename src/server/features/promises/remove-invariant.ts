import type { FlagPromise } from '../../../shared/features/promises/schemas/promise.ts'
import { audit } from '../../platform/kernel/audit.ts'
import { inTransaction, type ProjectCtx } from '../../platform/kernel/ctx.ts'
import { requirePermission } from '../../platform/kernel/require-permission.ts'
import { lockEnvironment } from '../publishing/queries.ts'
import { bumpInvariantsVersion, deleteInvariant, findInvariant, lockInvariants } from './queries.ts'
import { environmentsOfInvariant, invariantNotFound } from './save-invariant.ts'
import { editableInvariantFields, invariantView } from './view.ts'

/** Deletes a promise and returns it, so that saving it again undoes the deletion. */
export async function removeInvariant(ctx: ProjectCtx, { key }: { key: string }): Promise<FlagPromise> {
  return inTransaction(ctx, async (tx) => {
    await lockInvariants(tx.db, tx.project)
    const was = await findInvariant(tx.db, tx.project, key)
    if (was === undefined) throw invariantNotFound(key)
    const held = await environmentsOfInvariant(tx, was)
    for (const { role, name } of held) requirePermission(role, was.flag === null ? 'promise.edit' : 'flag.edit', name)
    for (const environment of held) await lockEnvironment(tx.db, environment)
    await deleteInvariant(tx.db, was.id)
    if (held.length > 0)
      await bumpInvariantsVersion(
        tx.db,
        held.map(({ id }) => id),
      )
    const subject = `${tx.project.key}/${was.key}`
    await audit(tx, {
      action: 'promise.remove',
      subject,
      projectId: tx.project.id,
      before: editableInvariantFields(was),
    })
    return invariantView(was, [])
  })
}
