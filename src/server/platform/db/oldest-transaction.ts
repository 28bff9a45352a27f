import { sql } from 'kysely'
import type { Db } from './pool.ts'

/** Describes the oldest transaction of another connection to this database, for an operator who waits for a lock. */
export async function oldestTransaction(db: Db): Promise<string> {
  try {
    const { rows } = await sql<{ pid: number; name: string; state: string | null; seconds: number }>`
      select pid, application_name as name, state, extract(epoch from now() - xact_start)::int as seconds
      from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null
      order by xact_start limit 1`.execute(db)
    const [oldest] = rows
    if (!oldest) return 'no open transaction is visible to this role'
    const { pid, name, state, seconds } = oldest
    return `the oldest transaction is of process ${pid}, “${name}”, ${state ?? 'hidden from this role'}, open for ${seconds} s`
  } catch (error) {
    return `pg_stat_activity can’t be read: ${String(error)}`
  }
}
