import type { z } from 'zod'
import type { CreatedSdkKey, CreateSdkKeyInput } from '../../../../shared/features/access/schemas/sdk-key.ts'
import { personIdOf } from '../../../platform/kernel/actor.ts'
import { audit } from '../../../platform/kernel/audit.ts'
import { type EnvironmentCtx, inTransaction } from '../../../platform/kernel/ctx.ts'
import { keyHash } from './key-hash.ts'
import { insertKey } from './queries.ts'
import { keyView } from './view.ts'

/** Creates an SDK key. The text of a server key is returned only here and cannot be retrieved again. */
export async function createKey(
  ctx: EnvironmentCtx,
  input: z.output<typeof CreateSdkKeyInput>,
): Promise<Omit<CreatedSdkKey, 'growthBook'>> {
  const text = `fan_${input.kind === 'server' ? 'srv' : 'cli'}_${ctx.newSecret(32)}`
  const createdAt = ctx.now()
  const row = {
    id: ctx.newId(),
    environmentId: ctx.environment.id,
    kind: input.kind,
    name: input.name,
    prefix: text.slice(0, 12),
    hash: keyHash(text),
    clientText: input.kind === 'client' ? text : null,
    allowedOrigins: input.allowedOrigins.map((origin) => new URL(origin).origin),
    createdAt,
    createdBy: personIdOf(ctx.actor),
    lastUsedAt: null,
    expiresAt:
      input.expiresInDays === null ? null : new Date(createdAt.getTime() + input.expiresInDays * 24 * 3_600_000),
    revokedAt: null,
  }
  const key = keyView({ ...row, environment: ctx.environment.key })
  await inTransaction(ctx, async (tx) => {
    await insertKey(tx.db, row)
    await audit(tx, {
      action: 'key.create',
      subject: `${ctx.project.key}/${ctx.environment.key}/${row.prefix}`,
      projectId: ctx.project.id,
      environmentId: ctx.environment.id,
      after: { ...key, text: null },
    })
  })
  return { key, text }
}
