import { FanionError } from '../../../../shared/errors/fanion-error.ts'
import { audit } from '../../../platform/kernel/audit.ts'
import { type Ctx, inTransaction } from '../../../platform/kernel/ctx.ts'
import { requireUserSession } from '../../../platform/kernel/require-permission.ts'
import { getPerson } from '../accounts/get-person.ts'
import { countRecoveryCodes, deleteSecondFactor, findOneTimeCode } from './queries.ts'
import { newRecoveryCodes } from './recovery-codes.ts'

/** Whether the caller's second factor is active, and how many recovery codes are left. */
export async function twoFactorState(ctx: Ctx): Promise<{ on: boolean; recoveryCodes: number }> {
  const { id } = requireUserSession(ctx.actor)
  const on = Boolean((await findOneTimeCode(ctx.db, id))?.confirmedAt)
  return { on, recoveryCodes: on ? await countRecoveryCodes(ctx.db, id) : 0 }
}

/** Turns off the caller's second factor. Requires recent authentication. */
export async function turnTwoFactorOff(ctx: Ctx): Promise<{ on: false }> {
  const { id, email } = requireUserSession(ctx.actor)
  await inTransaction(ctx, async (tx) => {
    await deleteSecondFactor(tx.db, id)
    await audit(tx, { action: 'account.two-factor-off', subject: email })
  })
  return { on: false }
}

export async function renewRecoveryCodes(ctx: Ctx): Promise<{ recoveryCodes: string[] }> {
  const { id, email } = requireUserSession(ctx.actor)
  return inTransaction(ctx, async (tx) => {
    if (!(await findOneTimeCode(tx.db, id))?.confirmedAt) {
      throw new FanionError('request/invalid', {}, 'Two-factor sign-in is off, so there is nothing to recover.')
    }
    await audit(tx, { action: 'account.renew-recovery-codes', subject: email })
    return { recoveryCodes: await newRecoveryCodes(tx, id) }
  })
}

/** Removes another account's second factor after it was lost. Owners must verify the person's identity first. */
export async function resetTwoFactor(ctx: Ctx, input: { userId: string }): Promise<{ on: false }> {
  await inTransaction(ctx, async (tx) => {
    const person = await getPerson(tx.db, input.userId)
    await deleteSecondFactor(tx.db, person.id)
    await audit(tx, { action: 'user.reset-two-factor', subject: person.email })
  })
  return { on: false }
}
