import type { InvariantViolation } from '../../../shared/features/promises/schemas/promise.ts'
import type { Tx } from '../../platform/db/pool.ts'
import { audit } from '../../platform/kernel/audit.ts'
import type { EnvironmentCtx } from '../../platform/kernel/ctx.ts'

/**
 * Audits each promise that a revision broke. The event appears in its owner's inbox, the project's activity and
 * webhooks.
 */
export async function auditBreaches(
  ctx: EnvironmentCtx & { readonly db: Tx },
  revision: number,
  breaches: readonly InvariantViolation[],
): Promise<void> {
  for (const { promise, ...breach } of breaches) {
    await audit(ctx, {
      action: 'promise.broken',
      subject: `${ctx.project.key}/${promise}`,
      projectId: ctx.project.id,
      environmentId: ctx.environment.id,
      after: { ...breach, revision },
    })
  }
}
