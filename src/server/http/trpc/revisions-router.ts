import { ListRevisionsInput, PublishInput, Revision, RevisionList } from '../../../shared/schemas/revision.ts'
import { listRevisions } from '../../domain/revisions/list-revisions.ts'
import { publish } from '../../domain/revisions/publish.ts'
import { mayInEnvironment } from './may.ts'
import { t } from './trpc.ts'

export const revisionsRouter = t.router({
  publish: mayInEnvironment('revision.publish')
    .input(PublishInput)
    .output(Revision)
    .mutation(({ ctx, input }) => publish(ctx, input)),
  list: mayInEnvironment('project.read')
    .input(ListRevisionsInput)
    .output(RevisionList)
    .query(({ ctx, input }) => listRevisions(ctx, input)),
})
