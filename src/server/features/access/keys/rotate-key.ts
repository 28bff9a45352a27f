import type { z } from 'zod'
import { FanionError } from '../../../../shared/errors/fanion-error.ts'
import type { CreatedSdkKey, RotateSdkKeyInput } from '../../../../shared/features/access/schemas/sdk-key.ts'
import { audit } from '../../../platform/kernel/audit.ts'
import { inTransaction, type ProjectCtx } from '../../../platform/kernel/ctx.ts'
import { requirePermission } from '../../../platform/kernel/require-permission.ts'
import { proveEnvironment } from '../../../platform/kernel/scope.ts'
import { createKey } from './create-key.ts'
import { announceRevoked, expireKey, findKey } from './queries.ts'

/**
 * Creates a replacement for a key, with the same kind, name and origins. The old key keeps working for `overlapHours`
 * so that applications can migrate; 0 ends it immediately. The overlap never extends the old key's expiry.
 */
export async function rotateKey(
  ctx: ProjectCtx,
  input: z.output<typeof RotateSdkKeyInput>,
): Promise<Omit<CreatedSdkKey, 'growthBook'>> {
  return inTransaction(ctx, async (tx) => {
    const old = await findKey(tx.db, tx.project, input.id)
    if (!old) throw new FanionError('key/not-found')
    const environment = await proveEnvironment(tx.db, tx.project, old.environment)
    requirePermission(environment.role, 'key.edit', environment.name)
    if (old.revokedAt) throw new FanionError('key/not-found', {}, 'This SDK key was revoked. Create a new one.')
    const end = new Date(tx.now().getTime() + input.overlapHours * 3_600_000)
    const expiresAt = old.expiresAt && old.expiresAt < end ? old.expiresAt : end
    await expireKey(tx.db, old.id, expiresAt)
    if (expiresAt <= tx.now()) await announceRevoked(tx.db, old.id)
    await audit(tx, {
      action: 'key.rotate',
      subject: `${tx.project.key}/${environment.key}/${old.prefix}`,
      projectId: tx.project.id,
      environmentId: environment.id,
      before: { expiresAt: old.expiresAt },
      after: { expiresAt },
    })
    const { project, environment: key } = { project: tx.project.key, environment: environment.key }
    const { kind, name, allowedOrigins } = old
    return createKey(
      { ...tx, environment },
      { project, environment: key, kind, name, allowedOrigins, expiresInDays: null },
    )
  })
}
