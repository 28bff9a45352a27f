import type { Db } from '../../platform/db/pool.ts'
import { type Chain, newestOf } from './chain-queries.ts'

type ArchiveRecord = { chains: readonly { id: string; position: number; hash: string }[] }

/**
 * Chains that say to have archived links, of which the newest event of an archive says otherwise: each such event tells how
 * far all of them are archived, so that nobody hides what they removed.
 */
export async function unrecordedArchives(db: Db, chains: readonly Chain[]): Promise<Chain[]> {
  const archived = chains.filter((one) => one.archivedPosition !== '0')
  if (archived.length === 0) return []
  // a column of JSON that archive-audit.ts wrote
  const record = (await newestOf(db, 'audit.archive'))?.after as ArchiveRecord | undefined
  const recorded = new Map(record?.chains.map(({ id, position, hash }) => [id, `${position}:${hash}`]))
  return archived.filter(
    (one) => recorded.get(one.id) !== `${one.archivedPosition}:${one.archivedHash?.toString('hex')}`,
  )
}
