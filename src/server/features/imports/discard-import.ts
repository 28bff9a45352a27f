import type { ImportSource } from '../../../shared/features/imports/schemas/import.ts'
import { audit } from '../../platform/kernel/audit.ts'
import { inTransaction, type ProjectCtx } from '../../platform/kernel/ctx.ts'
import { getImport } from './get-import.ts'
import { getLockedImport } from './get-locked-import.ts'
import { countSubjects, replaceItems, updateImportSource, updateRun } from './queries.ts'

/** Discards a run that was not imported, and deletes its files. */
export async function discardImport(ctx: ProjectCtx, input: { source: number; run: number }): Promise<ImportSource> {
  await inTransaction(ctx, async (tx) => {
    const { source, run } = await getLockedImport(tx, input, ['previewed', 'failed', 'compiling'])
    await replaceItems(tx.db, run.id, [])
    await updateRun(tx.db, run.id, { state: 'discarded', bundle: null, endedAt: tx.now() })
    // nothing was imported from it, so there is nothing to undo
    const [subjects] = await countSubjects(tx.db, [source.id])
    if (!subjects) await updateImportSource(tx.db, source.id, { state: 'undone' })
    const subject = `${tx.project.key}/imports/${source.name}`
    await audit(tx, { action: 'import.discard', subject, projectId: tx.project.id, after: { run: run.number } })
  })
  return getImport(ctx, input)
}
