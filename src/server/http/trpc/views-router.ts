import { z } from 'zod'
import { InProject } from '../../../shared/schemas/project.ts'
import { SavedView, SaveViewInput, ViewReference } from '../../../shared/schemas/saved-view.ts'
import { listViews } from '../../domain/views/list-views.ts'
import { removeView } from '../../domain/views/remove-view.ts'
import { saveView } from '../../domain/views/save-view.ts'
import { mayInProject } from './may.ts'
import { t } from './trpc.ts'

/** Named filters of the flag list; the verbs ask for more where a view is shared. */
export const viewsRouter = t.router({
  list: mayInProject('project.read')
    .input(InProject)
    .output(z.array(SavedView))
    .query(({ ctx }) => listViews(ctx)),
  save: mayInProject('project.read')
    .input(SaveViewInput)
    .output(SavedView)
    .mutation(({ ctx, input }) => saveView(ctx, input)),
  remove: mayInProject('project.read')
    .input(ViewReference)
    .output(SavedView)
    .mutation(({ ctx, input }) => removeView(ctx, input)),
})
