import type { ShownDevice } from '../../../../shared/features/access/schemas/device.ts'
import type { Ctx } from '../../../platform/kernel/ctx.ts'
import { getPendingDevice } from './get-pending-device.ts'
import { formatUserCode } from './user-code.ts'

/**
 * Returns what the program with this user code requests, from which address and since when. Throws the errors of
 * `getWaiting`.
 */
export async function showDeviceRequest(ctx: Ctx, input: { userCode: string }): Promise<ShownDevice> {
  const { userCode, name, scope, expiresInDays, address, createdAt } = await getPendingDevice(ctx, input.userCode)
  const { project, role } = scope
  return {
    userCode: formatUserCode(userCode),
    name,
    project,
    role,
    expiresInDays,
    address,
    createdAt: createdAt.toISOString(),
  }
}
