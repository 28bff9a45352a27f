import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { ImportOptions, ImportSource } from '../../../shared/features/imports/schemas/import.ts'
import { limits } from '../../../shared/limits.ts'
import { nameOf } from '../../platform/kernel/actor.ts'
import { audit } from '../../platform/kernel/audit.ts'
import { inTransaction } from '../../platform/kernel/ctx.ts'
import { getImport } from './get-import.ts'
import type { ImportCtx } from './import-ctx.ts'
import {
  importSourcesOf,
  insertImportSource,
  insertRun,
  lastRuns,
  lockImportSource,
  nextImportSource,
} from './queries.ts'
import { importBundlePurpose, type Outcome, previewBundle, storePreview } from './read-run.ts'

export type Upload = {
  bytes: Buffer
  source?: number | undefined
  /** The system that the files come from, if the caller named it. */
  vendor?: ImportSource['vendor'] | undefined
  options?: ImportOptions | undefined
}

/**
 * Reads files of another system and returns a preview. Publishes nothing. Reuses the source that is named, or that
 * earlier imported the same project of the same vendor; otherwise creates a source. Throws `import/unreadable` and
 * stores nothing if the files cannot be read.
 */
export async function uploadBundle(ctx: ImportCtx, upload: Upload): Promise<ImportSource> {
  const { options = {} } = upload
  const outcome = await previewBundle(ctx, upload.bytes, { options, source: upload.source, vendor: upload.vendor })
  const number = await inTransaction(ctx, async (tx) => {
    const source = await sourceFor(tx, upload, outcome)
    const [last] = await lastRuns(tx.db, [source.id])
    const run = { id: tx.newId(), number: (last?.number ?? 0) + 1 }
    await insertRun(tx.db, {
      ...run,
      sourceId: source.id,
      state: 'compiling',
      bundle: tx.vault.sealBytes(upload.bytes, importBundlePurpose(run.id)),
      options: JSON.stringify(options),
      mapping: '{}',
      keys: JSON.stringify(last?.keys ?? []),
      written: '[]',
      summary: null,
      changeNumber: null,
      problem: null,
      startedAt: tx.now(),
      startedBy: nameOf(tx.actor),
      endedAt: null,
    })
    await storePreview(tx, { id: run.id, mapping: last?.mapping ?? {} }, outcome)
    const { vendor, flags, segments, environments } = outcome.summary
    await audit(tx, {
      action: 'import.read',
      subject: `${tx.project.key}/imports/${source.name}`,
      projectId: tx.project.id,
      after: { vendor, run: run.number, flags, segments, environments: environments.map(({ name }) => name) },
    })
    return source.number
  })
  return getImport(ctx, { source: number })
}

/** The source that the files belong to, locked until the transaction ends. */
async function sourceFor(
  tx: ImportCtx & { readonly db: Parameters<typeof lockImportSource>[0] },
  { source: named }: Upload,
  { summary, sourceNumber }: Outcome,
) {
  const number = named ?? sourceNumber
  const found = number === undefined ? undefined : await lockImportSource(tx.db, tx.project, number)
  if (found) return found
  const next = await nextImportSource(tx.db, tx.project)
  const all = await importSourcesOf(tx.db, tx.project)
  if (all.filter(({ state }) => state === 'open').length >= limits.openSources) {
    const details = { limit: 'openSources', value: limits.openSources }
    const sentence = `A project can have up to ${limits.openSources} open imports. Undo or discard one first.`
    throw new FanionError('limit/reached', details, sentence)
  }
  const row = {
    id: tx.newId(),
    projectId: tx.project.id,
    number: next,
    vendor: summary.vendor,
    name: summary.project || summary.vendor,
    state: 'open' as const,
    createdAt: tx.now(),
    createdBy: nameOf(tx.actor),
  }
  await insertImportSource(tx.db, row)
  return row
}
