import { z } from 'zod'
import { InProject } from '../../../shared/schemas/project.ts'
import { SavedView, SaveViewInput, ViewReference } from '../../../shared/schemas/saved-view.ts'
import { list } from '../../domain/views/list.ts'
import { remove } from '../../domain/views/remove.ts'
import { save } from '../../domain/views/save.ts'
import { mayInProject } from './may.ts'
import { t } from './trpc.ts'

/** Named filters of the flag list; the verbs ask for more where a view is shared. */
export const viewsRouter = t.router({
  list: mayInProject('project.read')
    .input(InProject)
    .output(z.array(SavedView))
    .query(({ ctx }) => list(ctx)),
  save: mayInProject('project.read')
    .input(SaveViewInput)
    .output(SavedView)
    .mutation(({ ctx, input }) => save(ctx, input)),
  remove: mayInProject('project.read')
    .input(ViewReference)
    .output(SavedView)
    .mutation(({ ctx, input }) => remove(ctx, input)),
})
