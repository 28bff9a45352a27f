import type { Db } from '../../db/pool.ts'
import { BoundedCache } from '../../kernel/bounded-cache.ts'
import type { ProvenEnvironment } from '../../kernel/scope.ts'
import { allDocumentsAt, type DatedDocument, type FlagPosition, flagPositionsAt } from './history-queries.ts'

/** What a revision left never changes. By environment and number; so many documents and positions are kept. */
const documents = new BoundedCache<readonly DatedDocument[]>(40_000)
const positions = new BoundedCache<readonly FlagPosition[]>(400_000)

/** Every document of the environment as revision `number` left it; from memory where somebody asked before. */
export const pastDocuments = (db: Db, environment: ProvenEnvironment, number: number) =>
  kept(documents, db, environment, number, () => allDocumentsAt(db, environment, number))

/** Where each flag of the environment stood after revision `number`, in the same way. */
export const pastFlags = (db: Db, environment: ProvenEnvironment, number: number) =>
  kept(positions, db, environment, number, () => flagPositionsAt(db, environment, number))

async function kept<T>(
  cache: BoundedCache<readonly T[]>,
  db: Db,
  { id }: ProvenEnvironment,
  number: number,
  read: () => Promise<readonly T[]>,
): Promise<readonly T[]> {
  // what a transaction sees may be taken back
  if (db.isTransaction) return read()
  const place = `${id} ${number}`
  const known = cache.get(place)
  if (known) return known
  const found = await read()
  cache.set(place, found, found.length + 1)
  return found
}
