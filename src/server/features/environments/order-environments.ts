import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { Environment } from '../../../shared/features/projects/schemas/project.ts'
import { audit } from '../../platform/kernel/audit.ts'
import { inTransaction, type ProjectCtx } from '../../platform/kernel/ctx.ts'
import { listEnvironments } from '../projects/read-projects.ts'
import { lockProject, updateEnvironment } from './queries.ts'

/** Reorders the project's environments. The input names each of them once. */
export async function orderEnvironments(
  ctx: ProjectCtx,
  input: { environments: readonly string[] },
): Promise<Environment[]> {
  return inTransaction(ctx, async (tx) => {
    await lockProject(tx.db, tx.project)
    const before = await listEnvironments(tx)
    const keys = before.map((one) => one.key)
    if (input.environments.toSorted().join() !== keys.toSorted().join()) {
      const problem = {
        path: 'environments',
        problem: `they are ${input.environments.join(', ') || 'none'}`,
        expected: `${keys.join(', ')}, each once`,
      }
      throw new FanionError('request/invalid', { problems: [problem] })
    }
    if (input.environments.join() === keys.join()) return before
    for (const { id, key } of before) await updateEnvironment(tx.db, id, { position: input.environments.indexOf(key) })
    await audit(tx, {
      action: 'environment.order',
      subject: tx.project.key,
      projectId: tx.project.id,
      before: { environments: keys },
      after: { environments: input.environments },
    })
    return listEnvironments(tx)
  })
}
