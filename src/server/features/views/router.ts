import { z } from 'zod'
import { InProject } from '../../../shared/features/projects/schemas/project.ts'
import { SavedView, SaveViewInput, ViewReference } from '../../../shared/features/views/schemas/saved-view.ts'
import { projectProcedure } from '../../platform/http/trpc/procedures.ts'
import { t } from '../../platform/http/trpc/trpc.ts'
import { listViews } from './list-views.ts'
import { removeView } from './remove-view.ts'
import { saveView } from './save-view.ts'

/** Saved filters of the flag list. The procedures check the additional permission for shared views. */
export const viewsRouter = t.router({
  list: projectProcedure('project.read')
    .input(InProject)
    .output(z.array(SavedView))
    .query(({ ctx }) => listViews(ctx)),
  save: projectProcedure('project.read')
    .input(SaveViewInput)
    .output(SavedView)
    .mutation(({ ctx, input }) => saveView(ctx, input)),
  remove: projectProcedure('project.read')
    .input(ViewReference)
    .output(SavedView)
    .mutation(({ ctx, input }) => removeView(ctx, input)),
})
