import type { BeginDeviceInput, BegunDevice } from '../../../../shared/features/access/schemas/device.ts'
import { limits } from '../../../../shared/limits.ts'
import type { LinkCtx } from '../../../platform/kernel/ctx.ts'
import { countAct } from '../accounts/attempts.ts'
import { keyHash } from '../keys/key-hash.ts'
import { insertRequest } from './queries.ts'
import { formatUserCode, newUserCode } from './user-code.ts'

/**
 * Starts a device authorization for an unauthenticated program. The program shows the user code and the address to its
 * user, and polls with the device code until the user decides. Limited to 10 a minute per address, then
 * `request/rate-limited`.
 */
export async function beginDeviceRequest(ctx: LinkCtx, input: BeginDeviceInput): Promise<BegunDevice> {
  await countAct(ctx, 'device request')
  const deviceCode = ctx.newSecret(32)
  const userCode = newUserCode(ctx)
  const { name, project, role, expiresInDays } = input
  const createdAt = ctx.now()
  await insertRequest(ctx.db, {
    id: ctx.newId(),
    codeHash: keyHash(deviceCode),
    userCode,
    name,
    scope: JSON.stringify({ project, role, environments: null }),
    expiresInDays,
    address: ctx.origin.address,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + limits.deviceCodeMs),
    polledAt: null,
    state: 'waiting',
    personId: null,
  })
  const verificationUri = `${ctx.publicUrl()}/device`
  return {
    deviceCode,
    userCode: formatUserCode(userCode),
    verificationUri,
    verificationUriComplete: `${verificationUri}?code=${formatUserCode(userCode)}`,
    expiresInSeconds: limits.deviceCodeMs / 1_000,
    intervalSeconds: limits.devicePollMs / 1_000,
  }
}
