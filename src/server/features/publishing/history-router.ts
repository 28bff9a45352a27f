import { Change } from '../../../shared/features/changes/schemas/change.ts'
import {
  AsOfInput,
  CompareInput,
  Comparison,
  Diff,
  DiffInput,
  ExplainAsOfInput,
  ExplanationAsOf,
  ProjectRevisions,
  ProjectRevisionsInput,
  PromoteInput,
  Promotion,
  PromotionInput,
  RestoreInput,
  RestoreResult,
  Timeline,
  TimelineInput,
  VersionList,
  VersionsInput,
} from '../../../shared/features/publishing/schemas/history.ts'
import { fromReplica } from '../../platform/http/trpc/from-replica.ts'
import { environmentProcedure, projectProcedure } from '../../platform/http/trpc/procedures.ts'
import { datafileOutput } from '../../platform/http/trpc/sliced-output.ts'
import { t } from '../../platform/http/trpc/trpc.ts'
import { proposePromotion } from '../changes/propose-promotion.ts'
import { explainAsOf } from '../schedules/explain-as-of.ts'
import { compareEnvironments } from './compare-environments.ts'
import { computePromotion } from './compute-promotion.ts'
import { datafileAsOf } from './datafile-as-of.ts'
import { diff } from './diff.ts'
import { restoreRevision } from './restore-revision.ts'
import { revisionsEverywhere } from './revisions-everywhere.ts'
import { subjectHistory } from './subject-history.ts'
import { timeline } from './timeline.ts'

export const historyRouter = t.router({
  versions: environmentProcedure('project.read')
    .use(fromReplica)
    .input(VersionsInput)
    .output(VersionList)
    .query(({ ctx, input }) => subjectHistory(ctx, input)),
  timeline: projectProcedure('project.read')
    .use(fromReplica)
    .input(TimelineInput)
    .output(Timeline)
    .query(({ ctx, input }) => timeline(ctx, input)),
  everywhere: projectProcedure('project.read')
    .use(fromReplica)
    .input(ProjectRevisionsInput)
    .output(ProjectRevisions)
    .query(({ ctx, input }) => revisionsEverywhere(ctx, input)),
  diff: environmentProcedure('project.read')
    .use(fromReplica)
    .input(DiffInput)
    .output(Diff)
    .query(({ ctx, input }) => diff(ctx, input)),
  asOf: environmentProcedure('project.read')
    .use(fromReplica)
    .input(AsOfInput)
    .output(datafileOutput)
    .query(({ ctx, input }) => datafileAsOf(ctx, input)),
  explain: environmentProcedure('playground.evaluate')
    .input(ExplainAsOfInput)
    .output(ExplanationAsOf)
    .query(({ ctx, input }) => explainAsOf(ctx, input)),
  restore: environmentProcedure('revision.publish')
    .input(RestoreInput)
    .output(RestoreResult)
    .mutation(({ ctx, input }) => restoreRevision(ctx, input)),
  compare: projectProcedure('project.read')
    .input(CompareInput)
    .output(Comparison)
    .query(({ ctx, input }) => compareEnvironments(ctx, input)),
  promotion: projectProcedure('project.read')
    .input(PromotionInput)
    .output(Promotion)
    .query(({ ctx, input }) => computePromotion(ctx, input)),
  promote: projectProcedure('change.edit')
    .input(PromoteInput)
    .output(Change)
    .mutation(({ ctx, input }) => proposePromotion(ctx, input)),
})
