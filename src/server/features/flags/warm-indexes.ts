import { limits } from '../../../shared/limits.ts'
import type { Ctx } from '../../platform/kernel/ctx.ts'
import { proveProject } from '../../platform/kernel/scope.ts'
import { projectsBySize } from './index-queries.ts'
import { projectIndexOf } from './project-indexes.ts'

/**
 * Loads the indexes of the most recently published projects after startup, as many as fit, so that the first filter
 * finds them. `ctx` is the system's. Stops reading when `stopped` returns true.
 */
export async function warmIndexes(ctx: Ctx, stopped: () => boolean = () => false): Promise<void> {
  let kept = 0
  for (const { key, cells } of await projectsBySize(ctx.db)) {
    kept += cells
    if (stopped() || kept > limits.indexedCells) return
    const project = { ...ctx, project: await proveProject(ctx.db, ctx.actor, key) }
    await projectIndexOf(project).flags(project, true)
  }
}
