import { FanionError } from '../../../../shared/errors/fanion-error.ts'
import type { Tx } from '../../../platform/db/pool.ts'
import { audit } from '../../../platform/kernel/audit.ts'
import { type Ctx, inTransaction } from '../../../platform/kernel/ctx.ts'
import { signedIn } from '../../../platform/kernel/permit.ts'
import { checkScope } from '../keys/create-token.ts'
import { getWaiting } from './get-waiting.ts'
import { decideRequest } from './queries.ts'

type Decision = Parameters<typeof decideRequest>[2]

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

/** Decides a request that still waits; `device/not-found` where somebody was quicker. */
async function decideDevice(tx: Ctx & { readonly db: Tx }, id: string, decision: Decision): Promise<void> {
  if (!(await decideRequest(tx.db, id, decision))) throw new FanionError('device/not-found')
}
