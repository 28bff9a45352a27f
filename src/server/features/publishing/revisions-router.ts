import {
  ListRevisionsInput,
  PublishInput,
  Revision,
  RevisionList,
} from '../../../shared/features/publishing/schemas/revision.ts'
import { environmentProcedure } from '../../platform/http/trpc/procedures.ts'
import { t } from '../../platform/http/trpc/trpc.ts'
import { listRevisions } from './list-revisions.ts'
import { publish } from './publish.ts'

export const revisionsRouter = t.router({
  publish: environmentProcedure('revision.publish')
    .input(PublishInput)
    .output(Revision)
    .mutation(({ ctx, input }) => publish(ctx, input)),
  list: environmentProcedure('project.read')
    .input(ListRevisionsInput)
    .output(RevisionList)
    .query(({ ctx, input }) => listRevisions(ctx, input)),
})
