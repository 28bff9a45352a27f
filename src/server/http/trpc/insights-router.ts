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
} from '../../../shared/schemas/insights.ts'
import { InProject } from '../../../shared/schemas/project.ts'
import { evaluations } from '../../domain/insights/evaluations.ts'
import { flagLives } from '../../domain/insights/flag-lives.ts'
import { flagNotes } from '../../domain/insights/flag-notes.ts'
import { flagStates } from '../../domain/insights/flag-states.ts'
import { flagUsage } from '../../domain/insights/flag-usage.ts'
import { rollouts } from '../../domain/insights/rollouts.ts'
import { fromReplica } from './from-replica.ts'
import { mayInEnvironment, mayInProject } from './may.ts'
import { t } from './trpc.ts'

/** What the log and the counts of programs say of flags. */
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
