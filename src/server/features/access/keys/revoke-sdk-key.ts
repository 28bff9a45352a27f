import { FanionError } from '../../../../shared/errors/fanion-error.ts'
import type { SdkKey } from '../../../../shared/features/access/schemas/sdk-key.ts'
import { audit } from '../../../platform/kernel/audit.ts'
import { inTransaction, type ProjectCtx } from '../../../platform/kernel/ctx.ts'
import { requirePermission } from '../../../platform/kernel/require-permission.ts'
import { roleIn } from '../../../platform/kernel/scope.ts'
import { announceRevoked, findKey, revokeKey } from './queries.ts'
import { keyView } from './view.ts'

/** Revokes an SDK key for good: its applications are rejected from now on. Idempotent. */
export async function revokeSdkKey(ctx: ProjectCtx, input: { id: string }): Promise<SdkKey> {
  return inTransaction(ctx, async (tx) => {
    const row = await findKey(tx.db, ctx.project, input.id)
    if (!row) throw new FanionError('key/not-found')
    requirePermission(roleIn(ctx.project, row.environment), 'key.edit', row.environment)
    if (row.revokedAt) return keyView(row)
    const revokedAt = ctx.now()
    await revokeKey(tx.db, row.id, revokedAt)
    await announceRevoked(tx.db, row.id)
    const subject = `${ctx.project.key}/${row.environment}/${row.prefix}`
    await audit(tx, { action: 'key.revoke', subject, projectId: ctx.project.id, after: { revokedAt } })
    return keyView({ ...row, revokedAt })
  })
}
