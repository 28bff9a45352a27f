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
import { mayInEnvironment, mayInProject } from '../../platform/http/trpc/may.ts'
import { t } from '../../platform/http/trpc/trpc.ts'
import { evaluations } from './evaluations.ts'
import { flagLives } from './flag-lives.ts'
import { flagNotes } from './flag-notes.ts'
import { flagStates } from './flag-states.ts'
import { flagUsage } from './flag-usage.ts'
import { rollouts } from './rollouts.ts'

export const insightsRouter = t.router({
  states: mayInProject('project.read')
    .input(FlagStatesInput)
    .output(FlagStates)
    .query(({ ctx, input }) => flagStates(ctx, input)),
  lives: mayInProject('project.read')
    .input(FlagLivesInput)
    .output(FlagLives)
    .query(({ ctx, input }) => flagLives(ctx, input)),
  rollouts: mayInProject('project.read')
    .input(RolloutsInput)
    .output(Rollouts)
    .query(({ ctx, input }) => rollouts(ctx, input)),
  evaluations: mayInProject('project.read')
    .use(fromReplica)
    .input(EvaluationsInput)
    .output(Evaluations)
    .query(({ ctx, input }) => evaluations(ctx, input)),
  notes: mayInProject('project.read')
    .input(InProject)
    .output(FlagNotes)
    .query(({ ctx }) => flagNotes(ctx)),
  usage: mayInEnvironment('project.read')
    .use(fromReplica)
    .input(UsageInput)
    .output(Usage)
    .query(({ ctx, input }) => flagUsage(ctx, input)),
})
