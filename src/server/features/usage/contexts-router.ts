import { RecentContexts, RecentContextsInput } from '../../../shared/features/usage/schemas/telemetry.ts'
import { environmentProcedure } from '../../platform/http/trpc/procedures.ts'
import { t } from '../../platform/http/trpc/trpc.ts'
import { recentContexts } from './recent-contexts.ts'

export const contextsRouter = t.router({
  recent: environmentProcedure('playground.evaluate')
    .input(RecentContextsInput)
    .output(RecentContexts)
    .query(({ ctx, input }) => recentContexts(ctx, input)),
})
