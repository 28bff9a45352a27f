import { auditStoppedPublish, stoppedInvariantsOf } from '../../../features/promises/audit-stopped-publish.ts'
import type { Db } from '../../db/pool.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { proveProject } from '../../kernel/scope.ts'

/**
 * Audits which invariant stopped a call. The call's own transaction is rolled back, so this is a separate write. If it
 * fails, the failure is logged and the original error stays.
 */
export async function reportStoppedPublish(
  ctx: Ctx & { readonly db: Db },
  input: unknown,
  refusal: unknown,
): Promise<void> {
  const stopped = stoppedInvariantsOf(refusal)
  const { project: key, change } = inputOf(input)
  if (stopped === undefined || key === undefined) return
  try {
    await ctx.db.transaction().execute(async (tx) => {
      const project = await proveProject(tx, ctx.actor, key)
      await auditStoppedPublish({ ...ctx, db: tx, project }, stopped, change)
    })
  } catch (error) {
    ctx.log.warn({ error: String(error), requestId: ctx.origin.requestId }, 'whose promise it was could not be told')
  }
}

const inputOf = (input: unknown): { project: string | undefined; change: number | null } => {
  if (typeof input !== 'object' || input === null) return { project: undefined, change: null }
  const { project, change } = input as Record<string, unknown>
  return {
    project: typeof project === 'string' ? project : undefined,
    change: typeof change === 'number' ? change : null,
  }
}
