import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { ChosenKey, ImportOptions, ImportSource } from '../../../shared/features/imports/schemas/import.ts'
import { inTransaction } from '../../platform/kernel/ctx.ts'
import { getImport } from './get-import.ts'
import { getLockedImport } from './get-locked-import.ts'
import type { ImportCtx } from './import-ctx.ts'
import { storedBundleOf, updateRun } from './queries.ts'
import { importBundlePurpose, previewBundle, storePreview } from './read-run.ts'

type Run = { source: number; run: number }

/** Reads the files of a pending run again, with other options. */
export const rereadImport = (ctx: ImportCtx, { options, ...run }: Run & { options: ImportOptions }) =>
  rereadImportWith(ctx, run, { options })

/** Like `rereadImport`, with other options or other keys. Whatever is not given stays as before. */
export async function rereadImportWith(
  ctx: ImportCtx,
  input: Run,
  more: { options?: ImportOptions; keys?: readonly ChosenKey[] },
): Promise<ImportSource> {
  const states = ['previewed', 'failed'] as const
  const { bytes, options, keys } = await inTransaction(ctx, async (tx) => {
    const { run } = await getLockedImport(tx, input, states)
    const sealed = await storedBundleOf(tx.db, run.id)
    if (sealed === null)
      throw new FanionError('import/wrong-state', {}, 'The files of this run are gone. Read them again.')
    return {
      bytes: tx.vault.openBytes(sealed, importBundlePurpose(run.id)),
      options: more.options ?? run.options,
      keys: more.keys ?? run.keys,
    }
  })
  const outcome = await previewBundle(ctx, bytes, { options, source: input.source, keys })
  await inTransaction(ctx, async (tx) => {
    const { run } = await getLockedImport(tx, input, states)
    await updateRun(tx.db, run.id, { options: JSON.stringify(options), keys: JSON.stringify(keys) })
    await storePreview(tx, run, outcome)
  })
  return getImport(ctx, input)
}
