import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { ImportOptions, ImportSource } from '../../../shared/schemas/import.ts'
import { inTransaction } from '../../kernel/ctx.ts'
import { getImport } from './get-import.ts'
import { getLockedImport } from './get-locked-import.ts'
import type { ImportCtx } from './import-ctx.ts'
import { bundleOf, updateRun } from './queries.ts'
import { previewBundle, purposeOf, storePreview } from './read-run.ts'

/** Reads the files of a waiting run once more, with other answers to what they do not say. */
export async function rereadImport(
  ctx: ImportCtx,
  input: { source: number; run: number; options: ImportOptions },
): Promise<ImportSource> {
  const states = ['previewed', 'failed'] as const
  const bytes = await inTransaction(ctx, async (tx) => {
    const { run } = await getLockedImport(tx, input, states)
    const sealed = await bundleOf(tx.db, run.id)
    if (sealed === null)
      throw new FanionError('import/wrong-state', {}, 'The files of this run are gone. Read them again.')
    return tx.vault.openBytes(sealed, purposeOf(run.id))
  })
  const outcome = await previewBundle(ctx, bytes, input.options, input.source)
  await inTransaction(ctx, async (tx) => {
    const { run } = await getLockedImport(tx, input, states)
    await updateRun(tx.db, run.id, { options: JSON.stringify(input.options) })
    await storePreview(tx, run, outcome)
  })
  return getImport(ctx, input)
}
