import type { Project } from '../../../shared/schemas/project.ts'
import { personIdOf } from '../../kernel/actor.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { effectiveRoleIn } from '../../kernel/effective-role.ts'
import { caller, isOwner } from '../../kernel/permit.ts'
import { allProjects, projectsOf } from './queries.ts'
import { projectView } from './view.ts'

/** The projects the caller may see, ordered by name: all of them for an owner. */
export async function listProjects(ctx: Ctx): Promise<Project[]> {
  const actor = caller(ctx.actor)
  if (isOwner(actor)) return (await allProjects(ctx.db)).map((row) => projectView(row, 'owner'))
  const rows = await projectsOf(ctx.db, personIdOf(actor))
  return rows.flatMap((row) => {
    const standing = effectiveRoleIn(actor, row.key, row.role && { role: row.role, environments: row.environments })
    return standing ? [projectView(row, standing.role)] : []
  })
}
