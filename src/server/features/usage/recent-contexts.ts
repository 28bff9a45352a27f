import type { RecentContexts, RecentContextsInput } from '../../../shared/features/usage/schemas/telemetry.ts'
import type { EnvironmentCtx } from '../../platform/kernel/ctx.ts'
import { personalAttributesToOmit, recentContexts as recent } from './context-queries.ts'
import { contextRetentionMs } from './store-contexts.ts'

/** Lists the contexts that applications sent within the last 24 hours, newest first. */
export async function recentContexts(ctx: EnvironmentCtx, input: RecentContextsInput): Promise<RecentContexts> {
  const { db, environment } = ctx
  const since = new Date(ctx.now().getTime() - contextRetentionMs)
  const rows = await recent(db, environment, since, input.most)
  return {
    sampling: (await personalAttributesToOmit(db, environment.id)) !== null,
    contexts: rows.map(({ context, seenAt }) => ({ context, seenAt: seenAt.toISOString() })),
  }
}
