import { audit } from '../../kernel/audit.ts'
import { type Ctx, inTransaction } from '../../kernel/ctx.ts'
import { signedIn } from '../../kernel/permit.ts'
import { checkScope } from '../keys/create-token.ts'
import { decideDevice } from './decide-device.ts'
import { getWaiting } from './get-waiting.ts'

/**
 * Lets the program with this user code fetch a token in the caller's name, as it asked. The project it asked for must
 * be one the caller sees, else `project/not-found`. The other refusals are those of `getWaiting`.
 */
export async function approveDevice(ctx: Ctx, input: { userCode: string }): Promise<{ state: 'approved' }> {
  const { id: personId, email } = signedIn(ctx.actor)
  const row = await getWaiting(ctx, input.userCode)
  const { name, scope, expiresInDays } = row
  if (scope.project !== '*') await checkScope(ctx, scope)
  await inTransaction(ctx, async (tx) => {
    await decideDevice(tx, row.id, { state: 'approved', personId })
    await audit(tx, { action: 'device.approve', subject: email, after: { name, scope, expiresInDays } })
  })
  return { state: 'approved' }
}
