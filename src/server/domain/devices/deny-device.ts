import { audit } from '../../kernel/audit.ts'
import { type Ctx, inTransaction } from '../../kernel/ctx.ts'
import { signedIn } from '../../kernel/permit.ts'
import { decideDevice } from './decide-device.ts'
import { getWaiting } from './get-waiting.ts'

/** Refuses the program with this user code, for good. The refusals are those of `getWaiting`. */
export async function denyDevice(ctx: Ctx, input: { userCode: string }): Promise<{ state: 'denied' }> {
  const { id: personId, email } = signedIn(ctx.actor)
  const { id, name } = await getWaiting(ctx, input.userCode)
  await inTransaction(ctx, async (tx) => {
    await decideDevice(tx, id, { state: 'denied', personId })
    await audit(tx, { action: 'device.deny', subject: email, after: { name } })
  })
  return { state: 'denied' }
}
