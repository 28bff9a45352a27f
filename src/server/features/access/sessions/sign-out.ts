import { audit } from '../../../platform/kernel/audit.ts'
import { type Ctx, inTransaction } from '../../../platform/kernel/ctx.ts'
import { requireUserSession } from '../../../platform/kernel/require-permission.ts'
import { announceAccess, deleteSession } from '../accounts/queries.ts'

export async function signOut(ctx: Ctx): Promise<{ signedOut: true }> {
  const person = requireUserSession(ctx.actor)
  await inTransaction(ctx, async (tx) => {
    await deleteSession(tx.db, person.session.id)
    // ends the session's streams on all servers
    await announceAccess(tx.db)
    await audit(tx, { action: 'account.sign-out', subject: person.email })
  })
  return { signedOut: true }
}
