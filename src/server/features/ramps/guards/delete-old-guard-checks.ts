import { limits } from '../../../../shared/limits.ts'
import type { Db } from '../../../platform/db/pool.ts'
import { deleteGuardChecksBefore, guardChecksPerDelete } from './queries.ts'

const dayMs = 24 * 3_600_000

/** Deletes old guard checks without consequences. */
export async function deleteOldGuardChecks(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - limits.looksKeptDays * dayMs)
  while ((await deleteGuardChecksBefore(db, before)) === guardChecksPerDelete);
}
