import type { Project } from '../../../shared/schemas/project.ts'
import type { ProjectCtx } from '../../kernel/ctx.ts'
import { findProject } from './queries.ts'
import { projectView } from './view.ts'

/** The project, with the caller's role in it. */
export const getProject = async (ctx: ProjectCtx): Promise<Project> =>
  projectView(await findProject(ctx.db, ctx.project), ctx.project.role)
