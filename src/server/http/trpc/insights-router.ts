import { FlagNotes, FlagStates, Usage, UsageInput } from '../../../shared/schemas/insights.ts'
import { InProject } from '../../../shared/schemas/project.ts'
import { flagNotes } from '../../domain/insights/flag-notes.ts'
import { flagStates } from '../../domain/insights/flag-states.ts'
import { flagUsage } from '../../domain/insights/flag-usage.ts'
import { mayInEnvironment, mayInProject } from './may.ts'
import { t } from './trpc.ts'

/** What the log and the counts of programs say of flags. */
export const insightsRouter = t.router({
  states: mayInProject('project.read')
    .input(InProject)
    .output(FlagStates)
    .query(({ ctx }) => flagStates(ctx)),
  notes: mayInProject('project.read')
    .input(InProject)
    .output(FlagNotes)
    .query(({ ctx }) => flagNotes(ctx)),
  usage: mayInEnvironment('project.read')
    .input(UsageInput)
    .output(Usage)
    .query(({ ctx, input }) => flagUsage(ctx, input)),
})
