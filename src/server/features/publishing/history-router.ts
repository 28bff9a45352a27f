import { Change } from '../../../shared/features/changes/schemas/change.ts'
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
} from '../../../shared/features/publishing/schemas/history.ts'
import { fromReplica } from '../../platform/http/trpc/from-replica.ts'
import { mayInEnvironment, mayInProject } from '../../platform/http/trpc/may.ts'
import { datafileOutput } from '../../platform/http/trpc/sliced-output.ts'
import { t } from '../../platform/http/trpc/trpc.ts'
import { proposePromotion } from '../changes/propose-promotion.ts'
import { explainAsOf } from '../schedules/explain-as-of.ts'
import { asOf } from './as-of.ts'
import { compareEnvironments } from './compare-environments.ts'
import { diff } from './diff.ts'
import { promotion } from './promotion.ts'
import { restoreRevision } from './restore-revision.ts'
import { revisionsEverywhere } from './revisions-everywhere.ts'
import { subjectHistory } from './subject-history.ts'
import { timeline } from './timeline.ts'

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
