import { limits } from '../../../../shared/limits.ts'
import type { Db } from '../../../platform/db/pool.ts'
import { forgetLooks, looksAtOnce } from './queries.ts'

const dayMs = 24 * 3_600_000

/** Deletes old guard checks without consequences. */
export async function keepLooks(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - limits.looksKeptDays * dayMs)
  while ((await forgetLooks(db, before)) === looksAtOnce);
}
