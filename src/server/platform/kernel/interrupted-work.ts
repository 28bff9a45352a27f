import { type RawBuilder, sql } from 'kysely'
import { limits } from '../../../shared/limits.ts'

/**
 * Due work is leased to one server at a time, which releases its lease when the work succeeds or fails. If a lease was
 * not released, its server stopped during the work. `interrupted` counts such servers in a row. Interrupted work runs
 * after all other work, one item at a time, and is abandoned with a reason after `limits.interruptedTries` servers,
 * because work that stops servers must not stop every server that starts.
 */
export const wasInterrupted = sql<boolean>`(leased_until is not null or interrupted > 0)`

/** The new count of a row that is being leased: incremented if its last lease was not released. */
export const interruptedBy = (table: string): RawBuilder<number> =>
  sql<number>`${sql.ref(`${table}.interrupted`)} + (${sql.ref(`${table}.leased_until`)} is not null)::int`

/** Whether the lease of the last allowed server ended without a release. */
export const isToBeGivenUp = (now: Date): RawBuilder<boolean> =>
  sql<boolean>`(coalesce(leased_until < ${now}, false) and interrupted >= ${limits.interruptedTries - 1})`

/**
 * Releases leases that this server could not release because the database was down, which is not an interruption.
 * Removes each from `left` when it is released, so that the next call continues after an error.
 */
export async function releaseLeft<Work>(left: Work[], release: (work: Work) => Promise<unknown>): Promise<void> {
  for (let [work] = left; work !== undefined; [work] = left) {
    await release(work)
    left.shift()
  }
}
