import type { z } from 'zod'
import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { CreateEnvironmentInput, Environment } from '../../../shared/features/projects/schemas/project.ts'
import { limits } from '../../../shared/limits.ts'
import { audit } from '../../platform/kernel/audit.ts'
import { inTransaction, type ProjectCtx } from '../../platform/kernel/ctx.ts'
import { proveEnvironment } from '../../platform/kernel/scope.ts'
import { listEnvironments } from '../projects/read-projects.ts'
import { environmentView } from '../projects/view.ts'
import { publish } from '../publishing/publish.ts'
import { refuseApprovalsWithoutProtection } from './edit-environment.ts'
import { initialEntries } from './initial-entries.ts'
import { findEnvironment, insertEnvironment, lockProjectExclusively, wasEnvironmentDeleted } from './queries.ts'

/**
 * Creates an environment, last in order. Its first revision contains all active flags and segments of the project: as
 * in `from`, or turned off. The key of a deleted environment cannot be reused, because members, tokens and webhooks may
 * still be limited to it.
 */
export async function createEnvironment(
  ctx: ProjectCtx,
  input: z.output<typeof CreateEnvironmentInput>,
): Promise<Environment> {
  refuseApprovalsWithoutProtection(input)
  return inTransaction(ctx, async (tx) => {
    await lockProjectExclusively(tx.db, tx.project)
    const there = await listEnvironments(tx)
    if (there.length >= limits.environmentsPerProject) {
      const details = { limit: 'environmentsPerProject', value: limits.environmentsPerProject }
      throw new FanionError('limit/reached', details, `A project can have up to ${details.value} environments.`)
    }
    const keys = there.map((one) => one.key)
    await refuseKnownKey(tx, keys, input.key)
    const copied = input.from ?? keys[0]
    const from = copied === undefined ? undefined : await proveEnvironment(tx.db, tx.project, copied)
    const { key, name, colour, requiredApprovals } = input
    const settings = { key, name, colour, protected: input.protected, requiredApprovals }
    const id = tx.newId()
    await insertEnvironment(tx.db, {
      id,
      projectId: tx.project.id,
      ...settings,
      position: (there.at(-1)?.position ?? -1) + 1,
      createdAt: tx.now(),
    })
    const subject = `${tx.project.key}/${key}`
    const after = { ...settings, from: input.from }
    await audit(tx, { action: 'environment.create', subject, projectId: tx.project.id, environmentId: id, after })
    const entries = await initialEntries(tx.db, from, { off: input.from === null })
    if (from && entries.length > 0) {
      const environment = await proveEnvironment(tx.db, tx.project, key)
      const message =
        input.from === null ? `Created ${name} with every flag off` : `Created ${name} as a copy of ${from.name}`
      // preauthorized: a new environment has nothing yet that its protection would guard
      await publish({ ...tx, environment }, { base: 0, message, entries, cleared: true })
    }
    return environmentView(await findEnvironment(tx.db, { id }))
  })
}

async function refuseKnownKey(ctx: ProjectCtx, taken: readonly string[], key: string): Promise<void> {
  const deleted = !taken.includes(key) && (await wasEnvironmentDeleted(ctx.db, ctx.project, key))
  if (!deleted && !taken.includes(key)) return
  const problem = deleted
    ? `"${key}" belonged to a deleted environment, and members or tokens may still be limited to it`
    : `"${key}" is taken`
  const expected = 'a key that no environment of this project has or had'
  throw new FanionError('environment/key-taken', { problems: [{ path: 'key', problem, expected }] })
}
