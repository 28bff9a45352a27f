import type { Environment, Project } from '../../../shared/features/projects/schemas/project.ts'
import { personIdOf } from '../../platform/kernel/actor.ts'
import type { Ctx, ProjectCtx } from '../../platform/kernel/ctx.ts'
import { effectiveRoleIn } from '../../platform/kernel/effective-role.ts'
import { isOwner, requireCaller } from '../../platform/kernel/require-permission.ts'
import { allProjects, archivedProjects, environmentsOf, findProject, projectsOf } from './queries.ts'
import { environmentView, projectView } from './view.ts'

/** Lists the projects that the caller may see by name. Owners see all. */
export async function listProjects(ctx: Ctx): Promise<Project[]> {
  const actor = requireCaller(ctx.actor)
  if (isOwner(actor)) return (await allProjects(ctx.db)).map((row) => projectView(row, 'owner'))
  const rows = await projectsOf(ctx.db, personIdOf(actor))
  return rows.flatMap((row) => {
    const effective = effectiveRoleIn(actor, row.key, row.role && { role: row.role, environments: row.environments })
    return effective ? [projectView(row, effective.role)] : []
  })
}

export const listArchived = async (ctx: Ctx): Promise<Project[]> =>
  (await archivedProjects(ctx.db)).map((row) => projectView(row, 'owner'))

export const getProject = async (ctx: ProjectCtx): Promise<Project> =>
  projectView(await findProject(ctx.db, ctx.project), ctx.project.role)

/** Lists the project's environments in their configured order. */
export const listEnvironments = async (ctx: ProjectCtx): Promise<Environment[]> =>
  (await environmentsOf(ctx.db, ctx.project)).map(environmentView)
