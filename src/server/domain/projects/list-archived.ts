import type { Project } from '../../../shared/schemas/project.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { archivedProjects } from './queries.ts'
import { projectView } from './view.ts'

/** The archived projects, ordered by name. */
export const listArchived = async (ctx: Ctx): Promise<Project[]> =>
  (await archivedProjects(ctx.db)).map((row) => projectView(row, 'owner'))
