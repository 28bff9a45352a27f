import { z } from 'zod'
import { TellPresenceInput } from '../../../shared/features/presence/schemas/presence.ts'
import { mayInProject } from '../../platform/http/trpc/may.ts'
import { t } from '../../platform/http/trpc/trpc.ts'
import { tellPresence } from './tell-presence.ts'

/** Which members have which page open now. Received through `live.events`. */
export const presenceRouter = t.router({
  tell: mayInProject('project.read')
    .input(TellPresenceInput)
    .output(z.null())
    .mutation(({ ctx, input }) => tellPresence(ctx, input)),
})
