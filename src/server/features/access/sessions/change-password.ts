import { FanionError } from '../../../../shared/errors/fanion-error.ts'
import type { ChangePasswordInput } from '../../../../shared/features/access/schemas/account.ts'
import { audit } from '../../../platform/kernel/audit.ts'
import { type Ctx, inTransaction } from '../../../platform/kernel/ctx.ts'
import { confirmedRecently, requireUserSession } from '../../../platform/kernel/require-permission.ts'
import { countAttempt, resetAttemptsAfterSuccess } from '../accounts/attempts.ts'
import { refuseGuessable } from '../accounts/guessable-password.ts'
import { hashPassword, passwordMatches } from '../accounts/password.ts'
import { announceAccess, deleteSessionsOf, findPersonByEmail, updatePerson } from '../accounts/queries.ts'

/**
 * Sets a new password and ends all other sessions of the account. Requires the current password or, if the account has
 * none because it uses single sign-on, authentication within the last hour.
 */
export async function changePassword(ctx: Ctx, input: ChangePasswordInput): Promise<{ changed: true }> {
  const { id, email, name, session } = requireUserSession(ctx.actor)
  await refuseGuessable(input.next, 'next', [email, name])
  const person = await findPersonByEmail(ctx.db, email)
  if (person?.passwordHash) {
    await countAttempt(ctx, email)
    if (!(await passwordMatches(input.current ?? '', person.passwordHash, ctx))) {
      const problem = { path: 'current', problem: 'isn’t your current password', expected: 'the password you have now' }
      throw new FanionError('auth/wrong-credentials', { problems: [problem] }, 'The current password is incorrect.')
    }
    await resetAttemptsAfterSuccess(ctx, email)
  } else confirmedRecently(ctx.actor, ctx.now())
  const passwordHash = await hashPassword(input.next, ctx)
  await inTransaction(ctx, async (tx) => {
    await updatePerson(tx.db, id, { passwordHash })
    await deleteSessionsOf(tx.db, id, session.id)
    await announceAccess(tx.db)
    await audit(tx, { action: 'account.change-password', subject: email })
  })
  return { changed: true }
}
