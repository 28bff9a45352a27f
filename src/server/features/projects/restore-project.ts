import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { Project } from '../../../shared/features/projects/schemas/project.ts'
import { audit } from '../../platform/kernel/audit.ts'
import { type Ctx, inTransaction } from '../../platform/kernel/ctx.ts'
import { findArchived, updateProject } from './queries.ts'
import { projectView } from './view.ts'

/** Restores an archived project, including its members, keys and schedules. */
export async function restoreProject(ctx: Ctx, input: { key: string }): Promise<Project> {
  return inTransaction(ctx, async (tx) => {
    const row = await findArchived(tx.db, input.key)
    if (!row) {
      const sentence = `No archived project has the key "${input.key}".`
      throw new FanionError('project/not-found', { project: input.key }, sentence)
    }
    await updateProject(tx.db, row.id, { archivedAt: null })
    await audit(tx, { action: 'project.restore', subject: row.key, projectId: row.id })
    return projectView(row, 'owner')
  })
}
