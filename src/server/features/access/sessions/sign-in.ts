import type { SignInInput, User } from '../../../../shared/features/access/schemas/account.ts'
import { audit } from '../../../platform/kernel/audit.ts'
import { inTransaction, type SecretCtx } from '../../../platform/kernel/ctx.ts'
import { userView } from '../accounts/view.ts'
import { providerForDomain } from '../sso/queries.ts'
import { openSession } from './open-session.ts'
import { provePassword } from './prove-password.ts'

/**
 * Opens a session with a password. Throws the errors of `provePassword`. The event records if single sign-on was
 * available for this address, because a password is then the fallback for a broken provider.
 */
export async function signIn(ctx: SecretCtx, input: SignInInput): Promise<{ user: User; token: string }> {
  const person = await provePassword(ctx, input)
  return inTransaction(ctx, async (tx) => {
    const provider = await providerForDomain(tx.db, person.email.split('@').at(-1) ?? '')
    const after = { by: 'password', ...(provider && { insteadOf: provider.key }) }
    await audit(tx, { action: 'account.sign-in', subject: person.email, after })
    return { user: userView(person), token: await openSession(tx, person.id) }
  })
}
