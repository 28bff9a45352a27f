import { findTransactionPooler, poolerRefusal } from '../../platform/db/pooler.ts'
import { boundClient } from './bounded-db.ts'
import type { Finding } from './finding.ts'

/** Finds a pooler in transaction mode between this machine and the database. Returns nothing if there is none. */
export async function checkPooler(url: string): Promise<Finding[]> {
  const sign = await findTransactionPooler(url, boundClient)
  if (sign === undefined) return []
  const [says = '', ...cure] = poolerRefusal(url, sign).split(/(?<=\.) (?=[A-Z])/)
  return [{ about: 'pooler', state: 'wrong', says, cure: cure.join(' ') }]
}
