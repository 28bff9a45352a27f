import type { Environment } from '../../../shared/schemas/project.ts'
import type { ProjectCtx } from '../../kernel/ctx.ts'
import { environmentsOf } from './queries.ts'
import { environmentView } from './view.ts'

/** The project's environments in the order people gave them. */
export const listEnvironments = async (ctx: ProjectCtx): Promise<Environment[]> =>
  (await environmentsOf(ctx.db, ctx.project)).map(environmentView)
