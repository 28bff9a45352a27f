import type { Db } from '../../platform/db/pool.ts'
import { BoundedCache } from '../../platform/kernel/bounded-cache.ts'
import type { ProvenEnvironment } from '../../platform/kernel/scope.ts'
import { allDocumentsAt, type DatedDocument } from './history-queries.ts'

/** What a revision left never changes. By environment and number; documents of so many characters are kept. */
const documents = new BoundedCache<readonly DatedDocument[]>(64 * 1024 * 1024)

/** Every document of the environment as revision `number` left it; from memory where somebody asked before. */
export async function pastDocuments(
  db: Db,
  environment: ProvenEnvironment,
  number: number,
): Promise<readonly DatedDocument[]> {
  // what a transaction sees may be taken back
  if (db.isTransaction) return allDocumentsAt(db, environment, number)
  const place = `${environment.id} ${number}`
  const known = documents.get(place)
  if (known) return known
  const found = await allDocumentsAt(db, environment, number)
  documents.set(place, found, JSON.stringify(found).length)
  return found
}
