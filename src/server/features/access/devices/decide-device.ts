import { FanionError } from '../../../../shared/errors/fanion-error.ts'
import type { Tx } from '../../../platform/db/pool.ts'
import { audit } from '../../../platform/kernel/audit.ts'
import { type Ctx, inTransaction } from '../../../platform/kernel/ctx.ts'
import { requireUserSession } from '../../../platform/kernel/require-permission.ts'
import { checkTokenScope } from '../keys/create-token.ts'
import { getPendingDevice } from './get-pending-device.ts'
import { decideRequest } from './queries.ts'

type Decision = Parameters<typeof decideRequest>[2]

/**
 * Allows the program with this user code to fetch a token that acts for the caller, with the requested scope. Throws
 * `project/not-found` if the caller cannot see the requested project, or an error of `getWaiting`.
 */
export async function approveDevice(ctx: Ctx, input: { userCode: string }): Promise<{ state: 'approved' }> {
  const { id: personId, email } = requireUserSession(ctx.actor)
  const row = await getPendingDevice(ctx, input.userCode)
  const { name, scope, expiresInDays } = row
  if (scope.project !== '*') await checkTokenScope(ctx, scope)
  await inTransaction(ctx, async (tx) => {
    await decideDevice(tx, row.id, { state: 'approved', personId })
    await audit(tx, { action: 'device.approve', subject: email, after: { name, scope, expiresInDays } })
  })
  return { state: 'approved' }
}

/** Rejects the program with this user code for good. Throws the errors of `getWaiting`. */
export async function denyDevice(ctx: Ctx, input: { userCode: string }): Promise<{ state: 'denied' }> {
  const { id: personId, email } = requireUserSession(ctx.actor)
  const { id, name } = await getPendingDevice(ctx, input.userCode)
  await inTransaction(ctx, async (tx) => {
    await decideDevice(tx, id, { state: 'denied', personId })
    await audit(tx, { action: 'device.deny', subject: email, after: { name } })
  })
  return { state: 'denied' }
}

/** Decides a pending request. Throws `device/not-found` if it was decided in the meantime. */
async function decideDevice(tx: Ctx & { readonly db: Tx }, id: string, decision: Decision): Promise<void> {
  if (!(await decideRequest(tx.db, id, decision))) throw new FanionError('device/not-found')
}
