import type { z } from 'zod'
import { FanionError } from '../../../../shared/errors/fanion-error.ts'
import type { SdkKey, SetOriginsInput } from '../../../../shared/features/access/schemas/sdk-key.ts'
import { audit } from '../../../platform/kernel/audit.ts'
import { inTransaction, type ProjectCtx } from '../../../platform/kernel/ctx.ts'
import { requirePermission } from '../../../platform/kernel/require-permission.ts'
import { proveEnvironment } from '../../../platform/kernel/scope.ts'
import { announceRevoked, findKey, updateOrigins } from './queries.ts'
import { keyView } from './view.ts'

/** Sets the page origins that may use a client key. An empty list allows all. Open streams are closed and reconnect. */
export async function setOrigins(ctx: ProjectCtx, input: z.output<typeof SetOriginsInput>): Promise<SdkKey> {
  return inTransaction(ctx, async (tx) => {
    const key = await findKey(tx.db, tx.project, input.id)
    if (!key) throw new FanionError('key/not-found')
    const environment = await proveEnvironment(tx.db, tx.project, key.environment)
    requirePermission(environment.role, 'key.edit', environment.name)
    if (key.revokedAt) throw new FanionError('key/not-found', {}, 'This SDK key was revoked. Create a new one.')
    if (key.kind === 'server') {
      const problem = {
        path: 'id',
        problem: 'it is a server key',
        expected: 'a client key: server keys have no allowed origins',
      }
      throw new FanionError('request/invalid', { problems: [problem] })
    }
    const allowedOrigins = [...new Set(input.allowedOrigins.map((origin) => new URL(origin).origin))]
    await updateOrigins(tx.db, key.id, allowedOrigins)
    // makes each server reload the key
    await announceRevoked(tx.db, key.id)
    await audit(tx, {
      action: 'key.set-origins',
      subject: `${tx.project.key}/${environment.key}/${key.prefix}`,
      projectId: tx.project.id,
      environmentId: environment.id,
      before: { allowedOrigins: key.allowedOrigins },
      after: { allowedOrigins },
    })
    return keyView({ ...key, allowedOrigins })
  })
}
