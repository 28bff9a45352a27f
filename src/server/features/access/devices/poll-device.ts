import { FanionError } from '../../../../shared/errors/fanion-error.ts'
import type { PolledDevice } from '../../../../shared/features/access/schemas/device.ts'
import { limits } from '../../../../shared/limits.ts'
import { type Ctx, inTransaction } from '../../../platform/kernel/ctx.ts'
import { issueToken } from '../keys/create-token.ts'
import { keyHash } from '../keys/key-hash.ts'
import { deleteRequest, lockByCode, recordDevicePoll } from './queries.ts'

/**
 * Returns the state of a program's request: `waiting`, `denied`, or `approved` with the token. The token is created at
 * this point, returned only once and not stored. Throws `auth/token-invalid` for an unknown or used code,
 * `auth/token-expired` after ten minutes, and `request/rate-limited` if the program polls at twice the allowed rate.
 */
export async function pollDevice(ctx: Ctx, input: { deviceCode: string }): Promise<PolledDevice> {
  return inTransaction(ctx, async (tx) => {
    const row = await lockByCode(tx.db, keyHash(input.deviceCode))
    const now = tx.now()
    if (!row) throw new FanionError('auth/token-invalid', {}, 'This device code isn’t valid or was already used.')
    if (row.expiresAt <= now) throw new FanionError('auth/token-expired', {}, 'This code has expired. Start again.')
    // accepts half of the interval, because clocks and networks are inexact
    if (row.polledAt && now.getTime() - row.polledAt.getTime() < limits.devicePollMs / 2) {
      const retryAfterSeconds = Math.ceil(limits.devicePollMs / 1_000)
      throw new FanionError('request/rate-limited', { retryAfterSeconds })
    }
    await recordDevicePoll(tx.db, row.id, now)
    const { state, personId, personName, email, disabledAt } = row
    if (state === 'waiting') return { state }
    if (state === 'denied' || !personId || !personName || !email || disabledAt) return { state: 'denied' }
    await deleteRequest(tx.db, row.id)
    const actor = { kind: 'system', id: null, name: `${personName} (device approval)` } as const
    const owner = {
      kind: 'personal',
      personId,
      projectId: null,
      createdBy: { id: personId, name: personName },
      holders: [],
    } as const
    const { name, scope, expiresInDays } = row
    const made = await issueToken({ ...tx, actor }, owner, { name, scopes: [scope], expiresInDays }, email)
    return { state: 'approved', person: personName, ...made }
  })
}
