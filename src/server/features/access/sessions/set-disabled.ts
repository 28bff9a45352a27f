import type { User } from '../../../../shared/features/access/schemas/account.ts'
import { audit } from '../../../platform/kernel/audit.ts'
import { type Ctx, inTransaction } from '../../../platform/kernel/ctx.ts'
import { getPerson, requireAnotherOwner } from '../accounts/get-person.ts'
import { announceAccess, deleteSessionsOf, updatePerson } from '../accounts/queries.ts'
import { userView } from '../accounts/view.ts'
import { revokeTokensOf } from '../keys/token-queries.ts'
import { spendResets } from './reset-queries.ts'

/**
 * Disables or enables an account. Disabling ends its sessions, API tokens and password reset links for good; enabling
 * does not restore them. Resources that the account created stay. Throws `member/last-owner` for the last owner who can
 * sign in.
 */
export async function setDisabled(ctx: Ctx, input: { userId: string; disabled: boolean }): Promise<User> {
  return inTransaction(ctx, async (tx) => {
    if (input.disabled) await requireAnotherOwner(tx.db, input.userId)
    const person = await getPerson(tx.db, input.userId)
    if ((person.disabledAt !== null) === input.disabled) return userView(person)
    await updatePerson(tx.db, person.id, { disabledAt: input.disabled ? tx.now() : null })
    if (input.disabled) await deleteSessionsOf(tx.db, person.id)
    await spendResets(tx.db, person.id, tx.now())
    // also when enabling: a server of an older release disabled accounts without revoking their tokens
    const revokedTokens = await revokeTokensOf(tx.db, person.id, tx.now())
    await announceAccess(tx.db)
    const action = input.disabled ? 'user.disable' : 'user.enable'
    await audit(tx, { action, subject: person.email, ...(revokedTokens > 0 && { after: { revokedTokens } }) })
    return userView(person)
  })
}
