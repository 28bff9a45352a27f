import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { Project } from '../../../shared/features/projects/schemas/project.ts'
import { audit } from '../../platform/kernel/audit.ts'
import { inTransaction, type ProjectCtx } from '../../platform/kernel/ctx.ts'
import { announceAccess } from '../access/accounts/queries.ts'
import { announceProjectArchived, findProject, updateProject } from './queries.ts'
import { projectView } from './view.ts'

/**
 * Archives a project: it is hidden, its keys stop working and its schedules pause. No data is lost, and an owner can
 * restore it. Throws an error if `confirm` does not repeat its key.
 */
export async function archiveProject(ctx: ProjectCtx, input: { confirm: string }): Promise<Project> {
  const { id, key, role } = ctx.project
  if (input.confirm !== key) {
    const problem = { path: 'confirm', problem: `it is "${input.confirm}"`, expected: `"${key}"` }
    throw new FanionError('request/invalid', { problems: [problem] }, `Type ${key} to confirm archiving it.`)
  }
  return inTransaction(ctx, async (tx) => {
    const row = await findProject(tx.db, tx.project)
    await updateProject(tx.db, id, { archivedAt: tx.now() })
    await announceProjectArchived(tx.db, id)
    await announceAccess(tx.db)
    await audit(tx, { action: 'project.archive', subject: key, projectId: id })
    return projectView(row, role)
  })
}
