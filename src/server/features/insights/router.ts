import {
  Evaluations,
  EvaluationsInput,
  FlagLives,
  FlagLivesInput,
  FlagNotes,
  FlagStates,
  FlagStatesInput,
  Rollouts,
  RolloutsInput,
  Usage,
  UsageInput,
} from '../../../shared/features/insights/schemas/insights.ts'
import { InProject } from '../../../shared/features/projects/schemas/project.ts'
import { fromReplica } from '../../platform/http/trpc/from-replica.ts'
import { environmentProcedure, projectProcedure } from '../../platform/http/trpc/procedures.ts'
import { t } from '../../platform/http/trpc/trpc.ts'
import { evaluations } from './evaluations.ts'
import { flagStates } from './flag-states.ts'
import { flagUsage } from './flag-usage.ts'
import { readFlagActivity } from './read-flag-activity.ts'
import { readFlagComments } from './read-flag-comments.ts'
import { rollouts } from './rollouts.ts'

export const insightsRouter = t.router({
  states: projectProcedure('project.read')
    .input(FlagStatesInput)
    .output(FlagStates)
    .query(({ ctx, input }) => flagStates(ctx, input)),
  lives: projectProcedure('project.read')
    .input(FlagLivesInput)
    .output(FlagLives)
    .query(({ ctx, input }) => readFlagActivity(ctx, input)),
  rollouts: projectProcedure('project.read')
    .input(RolloutsInput)
    .output(Rollouts)
    .query(({ ctx, input }) => rollouts(ctx, input)),
  evaluations: projectProcedure('project.read')
    .use(fromReplica)
    .input(EvaluationsInput)
    .output(Evaluations)
    .query(({ ctx, input }) => evaluations(ctx, input)),
  notes: projectProcedure('project.read')
    .input(InProject)
    .output(FlagNotes)
    .query(({ ctx }) => readFlagComments(ctx)),
  usage: environmentProcedure('project.read')
    .use(fromReplica)
    .input(UsageInput)
    .output(Usage)
    .query(({ ctx, input }) => flagUsage(ctx, input)),
})
