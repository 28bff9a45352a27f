import { z } from 'zod'
import { ReportPresenceInput } from '../../../shared/features/presence/schemas/presence.ts'
import { projectProcedure } from '../../platform/http/trpc/procedures.ts'
import { t } from '../../platform/http/trpc/trpc.ts'
import { notifyPresence } from './notify-presence.ts'

/** Which members have which page open now. Received through `live.events`. */
export const presenceRouter = t.router({
  tell: projectProcedure('project.read')
    .input(ReportPresenceInput)
    .output(z.null())
    .mutation(({ ctx, input }) => notifyPresence(ctx, input)),
})
