import type { Db } from '../../platform/db/pool.ts'
import { type Chain, newestOf } from './chain-queries.ts'

type ArchiveRecord = { chains: readonly { id: string; position: number; hash: string }[] }

/**
 * Returns chains whose archived position differs from the newest archive event. Each such event records the archived
 * position of all chains, so that a deletion cannot be hidden as an archive.
 */
export async function unrecordedArchives(db: Db, chains: readonly Chain[]): Promise<Chain[]> {
  const archived = chains.filter((one) => one.archivedPosition !== '0')
  if (archived.length === 0) return []
  // a JSON column written by archive-audit.ts
  const record = (await newestOf(db, 'audit.archive'))?.after as ArchiveRecord | undefined
  const recorded = new Map(record?.chains.map(({ id, position, hash }) => [id, `${position}:${hash}`]))
  return archived.filter(
    (one) => recorded.get(one.id) !== `${one.archivedPosition}:${one.archivedHash?.toString('hex')}`,
  )
}
