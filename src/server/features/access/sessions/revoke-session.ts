import { FanionError } from '../../../../shared/errors/fanion-error.ts'
import { audit } from '../../../platform/kernel/audit.ts'
import { type Ctx, inTransaction } from '../../../platform/kernel/ctx.ts'
import { requireUserSession } from '../../../platform/kernel/require-permission.ts'
import { announceAccess, deleteSessionOf } from '../accounts/queries.ts'

/** Ends one of the caller's sessions. Throws `session/not-found` for those of other accounts. */
export async function revokeSession(ctx: Ctx, input: { id: string }): Promise<{ revoked: true }> {
  const person = requireUserSession(ctx.actor)
  await inTransaction(ctx, async (tx) => {
    if (!(await deleteSessionOf(tx.db, person.id, input.id))) throw new FanionError('session/not-found')
    await announceAccess(tx.db)
    await audit(tx, { action: 'account.revoke-session', subject: person.email, after: { session: input.id } })
  })
  return { revoked: true }
}
