import { z } from 'zod'
import { TellPresenceInput } from '../../../shared/schemas/presence.ts'
import { tellPresence } from '../../domain/presence/tell-presence.ts'
import { mayInProject } from './may.ts'
import { t } from './trpc.ts'

/** Who looks at what at this moment; heard over `live.events`. */
export const presenceRouter = t.router({
  tell: mayInProject('project.read')
    .input(TellPresenceInput)
    .output(z.null())
    .mutation(({ ctx, input }) => tellPresence(ctx, input)),
})
