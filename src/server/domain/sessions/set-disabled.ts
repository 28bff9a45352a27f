import type { User } from '../../../shared/schemas/account.ts'
import { audit } from '../../kernel/audit.ts'
import { type Ctx, inTransaction } from '../../kernel/ctx.ts'
import { getPerson, keepAnOwner } from '../accounts/get-person.ts'
import { announceAccess, deleteSessionsOf, updatePerson } from '../accounts/queries.ts'
import { userView } from '../accounts/view.ts'

/**
 * Shuts a person out, or lets them in again. Out means at once: their sessions end and their tokens are refused; what
 * they made stays. `member/last-owner` for the last owner who can sign in.
 */
export async function setDisabled(ctx: Ctx, input: { userId: string; disabled: boolean }): Promise<User> {
  return inTransaction(ctx, async (tx) => {
    if (input.disabled) await keepAnOwner(tx.db, input.userId)
    const person = await getPerson(tx.db, input.userId)
    if ((person.disabledAt !== null) === input.disabled) return userView(person)
    await updatePerson(tx.db, person.id, { disabledAt: input.disabled ? tx.now() : null })
    if (input.disabled) await deleteSessionsOf(tx.db, person.id)
    await announceAccess(tx.db)
    await audit(tx, { action: input.disabled ? 'user.disable' : 'user.enable', subject: person.email })
    return userView(person)
  })
}
