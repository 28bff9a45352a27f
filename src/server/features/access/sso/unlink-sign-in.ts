import { audit } from '../../../platform/kernel/audit.ts'
import { type Ctx, inTransaction } from '../../../platform/kernel/ctx.ts'
import { getPerson } from '../accounts/get-person.ts'
import { announceAccess, deleteSessionsOf } from '../accounts/queries.ts'
import { deleteIdentitiesOf } from './queries.ts'

/**
 * Removes an account's links to sign-in providers and ends its sessions. The next sign-in through a provider links the
 * account again by its verified address. Use it when an address has moved to another subject at the provider.
 */
export async function unlinkSignIn(ctx: Ctx, input: { userId: string }): Promise<{ removed: number }> {
  return inTransaction(ctx, async (tx) => {
    const person = await getPerson(tx.db, input.userId)
    const removed = await deleteIdentitiesOf(tx.db, person.id)
    if (removed === 0) return { removed }
    await deleteSessionsOf(tx.db, person.id)
    await announceAccess(tx.db)
    await audit(tx, { action: 'user.unlink', subject: person.email, after: { removed } })
    return { removed }
  })
}
