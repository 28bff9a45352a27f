import type { SavedView } from '../../../shared/features/views/schemas/saved-view.ts'
import { personIdOf } from '../../platform/kernel/actor.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { viewsOf } from './queries.ts'

/** Lists the saved views of the flag list that the caller sees: shared ones, then their own, each by name. */
export const listViews = (ctx: ProjectCtx): Promise<SavedView[]> => viewsOf(ctx.db, ctx.project, personIdOf(ctx.actor))
