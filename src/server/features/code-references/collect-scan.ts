import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { CodeReference, ReplaceReferencesInput } from '../../../shared/features/builds/references.ts'
import { limits } from '../../../shared/limits.ts'
import type { Tx } from '../../platform/db/pool.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { countScanParts, deleteOldScans, deleteScan, referencesOfScanParts, upsertScanPart } from './queries.ts'

export type TxCtx = ProjectCtx & { readonly db: Tx }
export type CollectedScan = { readonly missing: number; readonly references: readonly CodeReference[] }

/**
 * Stores a part of a scan. Returns the places of all parts once the last one has arrived, in any order. Parts with
 * another branch or commit belong to another scan. Unfinished scans expire.
 */
export async function collectScan(
  tx: TxCtx,
  input: ReplaceReferencesInput,
  part: NonNullable<ReplaceReferencesInput['part']>,
): Promise<CollectedScan> {
  const now = tx.now()
  await upsertScanPart(tx.db, tx.project, { scan: input, part, places: input.references, sentAt: now })
  await deleteOldScans(tx.db, tx.project, new Date(now.getTime() - limits.scanPartsKeptMs), limits.scansInParts)
  const { parts, places } = await countScanParts(tx.db, tx.project, input, part)
  if (places > limits.referencesPerScan) {
    const sentence = `The scan has ${places} places, and there may be ${limits.referencesPerScan}. Scan a part of the repository.`
    throw new FanionError('limit/reached', { limit: limits.referencesPerScan }, sentence)
  }
  const missing = part.of - parts
  if (missing > 0) return { missing, references: [] }
  const references = await referencesOfScanParts(tx.db, tx.project, input, part)
  await deleteScan(tx.db, tx.project, part.scan)
  return { missing: 0, references }
}
