import type { ConfirmInput } from '../../../../shared/features/access/schemas/account.ts'
import { audit } from '../../../platform/kernel/audit.ts'
import { inTransaction, type SecretCtx } from '../../../platform/kernel/ctx.ts'
import { requireUserSession } from '../../../platform/kernel/require-permission.ts'
import { confirmSession } from '../accounts/queries.ts'
import { provePassword } from './prove-password.ts'

/** Confirms the caller's identity again. This unlocks changes to keys, members and security for an hour. */
export async function confirm(ctx: SecretCtx, input: ConfirmInput): Promise<{ confirmed: true }> {
  const { email, session } = requireUserSession(ctx.actor)
  await provePassword(ctx, { email, ...input })
  await inTransaction(ctx, async (tx) => {
    await confirmSession(tx.db, session.id, tx.now())
    await audit(tx, { action: 'account.confirm', subject: email })
  })
  return { confirmed: true }
}
