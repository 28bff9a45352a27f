import { type RawBuilder, sql } from 'kysely'
import { limits } from '../../../shared/limits.ts'

/**
 * Due work is leased to one server at a time, and the server releases its lease when the work succeeds or fails. A lease that was
 * never released belongs to a server that stopped while it worked. `interrupted` counts such servers in a row. Interrupted work is
 * taken after all other work, one piece at a time, and is given up with a reason after `limits.interruptedTries` servers: work
 * that stops servers must not stop each one that starts.
 */
export const wasInterrupted = sql<boolean>`(leased_until is not null or interrupted > 0)`

/** The count of a row that is leased now: one more if its last lease was not released. */
export const interruptedBy = (table: string): RawBuilder<number> =>
  sql<number>`${sql.ref(`${table}.interrupted`)} + (${sql.ref(`${table}.leased_until`)} is not null)::int`

/** Whether the lease of the last server that may try ended without a release. */
export const isToBeGivenUp = (now: Date): RawBuilder<boolean> =>
  sql<boolean>`(coalesce(leased_until < ${now}, false) and interrupted >= ${limits.interruptedTries - 1})`

/**
 * Releases leases that this server could not release because the database was away: it did not stop at them.
 * @param left emptied one by one; what is left after an error is released by the next call
 */
export async function releaseLeft<Work>(left: Work[], release: (work: Work) => Promise<unknown>): Promise<void> {
  for (let [work] = left; work !== undefined; [work] = left) {
    await release(work)
    left.shift()
  }
}
