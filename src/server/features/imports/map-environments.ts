import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { EnvironmentMapping, ImportSource } from '../../../shared/features/imports/schemas/import.ts'
import { inTransaction, type ProjectCtx } from '../../platform/kernel/ctx.ts'
import { getImport } from './get-import.ts'
import { getLockedImport } from './get-locked-import.ts'
import { checkMapping } from './mapping.ts'
import { updateRun } from './queries.ts'

/** Maps environments of the other system to environments here. Those not named are omitted. */
export async function mapEnvironments(
  ctx: ProjectCtx,
  input: { source: number; run: number; mapping: EnvironmentMapping },
): Promise<ImportSource> {
  await inTransaction(ctx, async (tx) => {
    const { run } = await getLockedImport(tx, input, ['previewed'])
    if (run.summary === null) throw new FanionError('import/wrong-state')
    checkMapping(input.mapping, run.summary)
    const left = Object.fromEntries(run.summary.environments.map(({ name }): [string, string | null] => [name, null]))
    await updateRun(tx.db, run.id, { mapping: JSON.stringify({ ...left, ...input.mapping }) })
  })
  return getImport(ctx, input)
}
