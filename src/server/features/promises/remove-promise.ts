import type { FlagPromise } from '../../../shared/features/promises/schemas/promise.ts'
import { audit } from '../../platform/kernel/audit.ts'
import { inTransaction, type ProjectCtx } from '../../platform/kernel/ctx.ts'
import { permit } from '../../platform/kernel/permit.ts'
import { lockEnvironment } from '../publishing/queries.ts'
import { deletePromise, findPromise, lockPromises, movePromises } from './queries.ts'
import { promiseNotFound, whereItHeld } from './save-promise.ts'
import { decided, promiseView } from './view.ts'

/** Deletes a promise and returns it, so that saving it again undoes the deletion. */
export async function removePromise(ctx: ProjectCtx, { key }: { key: string }): Promise<FlagPromise> {
  return inTransaction(ctx, async (tx) => {
    await lockPromises(tx.db, tx.project)
    const was = await findPromise(tx.db, tx.project, key)
    if (was === undefined) throw promiseNotFound(key)
    const held = await whereItHeld(tx, was)
    for (const { role, name } of held) permit(role, was.flag === null ? 'promise.edit' : 'flag.edit', name)
    for (const environment of held) await lockEnvironment(tx.db, environment)
    await deletePromise(tx.db, was.id)
    if (held.length > 0)
      await movePromises(
        tx.db,
        held.map(({ id }) => id),
      )
    const subject = `${tx.project.key}/${was.key}`
    await audit(tx, { action: 'promise.remove', subject, projectId: tx.project.id, before: decided(was) })
    return promiseView(was, [])
  })
}
