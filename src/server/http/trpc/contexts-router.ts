import { RecentContexts, RecentContextsInput } from '../../../shared/schemas/telemetry.ts'
import { recentContexts } from '../../domain/telemetry/recent-contexts.ts'
import { mayInEnvironment } from './may.ts'
import { t } from './trpc.ts'

export const contextsRouter = t.router({
  recent: mayInEnvironment('playground.evaluate')
    .input(RecentContextsInput)
    .output(RecentContexts)
    .query(({ ctx, input }) => recentContexts(ctx, input)),
})
