import type { Db } from '../../platform/db/pool.ts'
import { BoundedCache } from '../../platform/kernel/bounded-cache.ts'
import type { ProvenEnvironment } from '../../platform/kernel/scope.ts'
import { allDocumentsAt, type DatedDocument } from './history-queries.ts'

/**
 * Documents of past revisions, which never change. By environment and revision number. Limited by the number of
 * characters.
 */
const documents = new BoundedCache<readonly DatedDocument[]>(64 * 1024 * 1024)

/** All documents of the environment at revision `number`, cached. */
export async function pastDocuments(
  db: Db,
  environment: ProvenEnvironment,
  number: number,
): Promise<readonly DatedDocument[]> {
  // not cached, because a transaction may see revisions that are rolled back later
  if (db.isTransaction) return allDocumentsAt(db, environment, number)
  const place = `${environment.id} ${number}`
  const known = documents.get(place)
  if (known) return known
  const found = await allDocumentsAt(db, environment, number)
  documents.set(place, found, JSON.stringify(found).length)
  return found
}
