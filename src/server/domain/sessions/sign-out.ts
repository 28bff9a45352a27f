import { audit } from '../../kernel/audit.ts'
import { type Ctx, inTransaction } from '../../kernel/ctx.ts'
import { signedIn } from '../../kernel/permit.ts'
import { deleteSession } from '../accounts/queries.ts'

/** Ends the session the call came with. */
export async function signOut(ctx: Ctx): Promise<{ signedOut: true }> {
  const person = signedIn(ctx.actor)
  await inTransaction(ctx, async (tx) => {
    await deleteSession(tx.db, person.session.id)
    await audit(tx, { action: 'account.sign-out', subject: person.email })
  })
  return { signedOut: true }
}
