import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { Environment } from '../../../shared/features/projects/schemas/project.ts'
import { audit } from '../../platform/kernel/audit.ts'
import { type EnvironmentCtx, inTransaction } from '../../platform/kernel/ctx.ts'
import { announceRevoked, keyIdsOf } from '../access/keys/queries.ts'
import { lockOpenChanges } from '../changes/queries.ts'
import { auditExperiment } from '../experiments/experiment-ctx.ts'
import { lockRunningExperiments } from '../experiments/queries.ts'
import { listEnvironments } from '../projects/read-projects.ts'
import { environmentView } from '../projects/view.ts'
import { lockEnvironment } from '../publishing/queries.ts'
import { lockOpenRamps } from '../ramps/queries.ts'
import { auditRamp } from '../ramps/ramp-ctx.ts'
import { deleteEnvironment, findEnvironment, insertFormerEnvironment, lockProject } from './queries.ts'

/**
 * Deletes an environment for good, with its log, SDK keys, ramps and all drafts in it. The audit trail keeps its
 * events, and records that its open ramps and running experiments ended. Throws `environment/last` for the last
 * environment, `environment/in-use` while an open change includes it, and an error if `confirm` does not repeat its
 * key.
 */
export async function removeEnvironment(ctx: EnvironmentCtx, input: { confirm: string }): Promise<Environment> {
  const { environment, project } = ctx
  if (input.confirm !== environment.key) {
    const problem = { path: 'confirm', problem: `it is "${input.confirm}"`, expected: `"${environment.key}"` }
    throw new FanionError(
      'request/invalid',
      { problems: [problem] },
      `Type ${environment.key} to delete it permanently.`,
    )
  }
  return inTransaction(ctx, async (tx) => {
    await lockProject(tx.db, project)
    const changes = await lockOpenChanges(tx.db, environment)
    if (changes.length > 0) {
      const sentence = `${environment.name} can’t be deleted while open changes use it. Withdraw ${changes.map((number) => `#${number}`).join(', ')} first.`
      throw new FanionError('environment/in-use', { changes }, sentence)
    }
    const experiments = await lockRunningExperiments(tx.db, environment)
    const ramps = await lockOpenRamps(tx.db, environment)
    await lockEnvironment(tx.db, environment)
    const others = (await listEnvironments(tx)).filter((one) => one.id !== environment.id)
    if (others.length === 0) throw new FanionError('environment/last')
    const was = environmentView(await findEnvironment(tx.db, environment))
    const { key, name, colour, protected: isProtected, requiredApprovals, revision } = was
    await audit(tx, {
      action: 'environment.delete',
      subject: `${project.key}/${key}`,
      projectId: project.id,
      environmentId: environment.id,
      before: { name, colour, protected: isProtected, requiredApprovals, revision },
    })
    for (const ramp of ramps) {
      const why = `${environment.name} was deleted`
      await auditRamp(tx, ramp, 'end', { state: 'ended', step: ramp.step, why })
    }
    for (const { key: experiment, flag, state, run } of experiments) {
      const why = `${environment.name} was deleted`
      await auditExperiment({ ...tx, environment }, { key: experiment, flag, state }, 'stop', {
        state: 'stopped',
        run,
        why,
      })
    }
    for (const id of await keyIdsOf(tx.db, environment)) await announceRevoked(tx.db, id)
    await insertFormerEnvironment(tx.db, project, key)
    await deleteEnvironment(tx.db, environment.id)
    return was
  })
}
