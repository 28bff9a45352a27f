import { FlagStates, Usage, UsageInput } from '../../../shared/schemas/insights.ts'
import { InProject } from '../../../shared/schemas/project.ts'
import { states } from '../../domain/insights/states.ts'
import { usage } from '../../domain/insights/usage.ts'
import { mayInEnvironment, mayInProject } from './may.ts'
import { t } from './trpc.ts'

/** What the log and the counts of programs say of flags. */
export const insightsRouter = t.router({
  states: mayInProject('project.read')
    .input(InProject)
    .output(FlagStates)
    .query(({ ctx }) => states(ctx)),
  usage: mayInEnvironment('project.read')
    .input(UsageInput)
    .output(Usage)
    .query(({ ctx, input }) => usage(ctx, input)),
})
