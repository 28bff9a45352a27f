import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { Attribute } from '../../../shared/features/attributes/schemas/attribute.ts'
import { audit } from '../../platform/kernel/audit.ts'
import { inTransaction, type ProjectCtx } from '../../platform/kernel/ctx.ts'
import { deleteAttribute, deleteSampleContexts, lockAttributes } from './queries.ts'

/**
 * Removes a declaration. Rules about the attribute stay, but are no longer checked against its type. If it was personal
 * data, the project's sample contexts are deleted.
 */
export async function removeAttribute(ctx: ProjectCtx, input: { name: string }): Promise<Attribute> {
  return inTransaction(ctx, async (tx) => {
    const was = (await lockAttributes(tx.db, tx.project)).find((one) => one.name === input.name)
    if (!was) {
      const sentence = `${tx.project.name} doesn’t declare an attribute "${input.name}".`
      throw new FanionError('attribute/not-found', { attribute: input.name }, sentence)
    }
    await deleteAttribute(tx.db, tx.project, was.name)
    // samples lack personal attributes, so the old ones would look as if no user had this attribute
    if (was.personal) await deleteSampleContexts(tx.db, tx.project)
    const subject = `${tx.project.key}/${was.name}`
    await audit(tx, { action: 'attribute.remove', subject, projectId: tx.project.id, before: was })
    return was
  })
}
