import { Change } from '../../../shared/schemas/change.ts'
import {
  AsOfInput,
  CompareInput,
  Comparison,
  Diff,
  DiffInput,
  Everywhere,
  EverywhereInput,
  ExplainAsOfInput,
  ExplanationAsOf,
  PromoteInput,
  Promotion,
  PromotionInput,
  Restored,
  RestoreInput,
  Timeline,
  TimelineInput,
  VersionList,
  VersionsInput,
} from '../../../shared/schemas/history.ts'
import { proposePromotion } from '../../domain/changes/propose-promotion.ts'
import { asOf } from '../../domain/revisions/as-of.ts'
import { compareEnvironments } from '../../domain/revisions/compare-environments.ts'
import { diff } from '../../domain/revisions/diff.ts'
import { promotion } from '../../domain/revisions/promotion.ts'
import { restoreRevision } from '../../domain/revisions/restore-revision.ts'
import { revisionsEverywhere } from '../../domain/revisions/revisions-everywhere.ts'
import { subjectHistory } from '../../domain/revisions/subject-history.ts'
import { timeline } from '../../domain/revisions/timeline.ts'
import { explainAsOf } from '../../domain/schedules/explain-as-of.ts'
import { fromReplica } from './from-replica.ts'
import { mayInEnvironment, mayInProject } from './may.ts'
import { datafileOutput } from './sliced-output.ts'
import { t } from './trpc.ts'

export const historyRouter = t.router({
  versions: mayInEnvironment('project.read')
    .use(fromReplica)
    .input(VersionsInput)
    .output(VersionList)
    .query(({ ctx, input }) => subjectHistory(ctx, input)),
  timeline: mayInProject('project.read')
    .use(fromReplica)
    .input(TimelineInput)
    .output(Timeline)
    .query(({ ctx, input }) => timeline(ctx, input)),
  everywhere: mayInProject('project.read')
    .use(fromReplica)
    .input(EverywhereInput)
    .output(Everywhere)
    .query(({ ctx, input }) => revisionsEverywhere(ctx, input)),
  diff: mayInEnvironment('project.read')
    .use(fromReplica)
    .input(DiffInput)
    .output(Diff)
    .query(({ ctx, input }) => diff(ctx, input)),
  asOf: mayInEnvironment('project.read')
    .use(fromReplica)
    .input(AsOfInput)
    .output(datafileOutput)
    .query(({ ctx, input }) => asOf(ctx, input)),
  explain: mayInEnvironment('playground.evaluate')
    .input(ExplainAsOfInput)
    .output(ExplanationAsOf)
    .query(({ ctx, input }) => explainAsOf(ctx, input)),
  restore: mayInEnvironment('revision.publish')
    .input(RestoreInput)
    .output(Restored)
    .mutation(({ ctx, input }) => restoreRevision(ctx, input)),
  compare: mayInProject('project.read')
    .input(CompareInput)
    .output(Comparison)
    .query(({ ctx, input }) => compareEnvironments(ctx, input)),
  promotion: mayInProject('project.read')
    .input(PromotionInput)
    .output(Promotion)
    .query(({ ctx, input }) => promotion(ctx, input)),
  promote: mayInProject('change.edit')
    .input(PromoteInput)
    .output(Change)
    .mutation(({ ctx, input }) => proposePromotion(ctx, input)),
})
