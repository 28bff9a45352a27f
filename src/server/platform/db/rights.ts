import { sql } from 'kysely'
import type { Db } from './pool.ts'

/** The oldest PostgreSQL that Fanion runs on, as `server_version_num`. */
export const leastVersion = 150_000

/** What the database lets this role do, and what it is. */
export type Rights = {
  /** Such as 150004. */
  readonly versionNumber: number
  readonly encoding: string
  readonly isReplica: boolean
  /** Name of the role. */
  readonly role: string
  readonly mayCreate: boolean
  /** Tables of it that belong to another role. */
  readonly foreignTables: number
  readonly mostConnections: number
  /** How far its clock is before this machine's. */
  readonly aheadMs: number
  /** Whether a Fanion was ever started on it. */
  readonly isFilled: boolean
}

/** Asks the database what this role may do in it. */
export async function rightsIn(db: Db): Promise<Rights> {
  const askedAt = Date.now()
  const { rows } = await sql<Omit<Rights, 'aheadMs'> & { nowMs: string }>`
    select current_setting('server_version_num')::int as version_number,
      current_setting('server_encoding') as encoding,
      pg_is_in_recovery() as is_replica,
      current_user::text as role,
      has_schema_privilege(current_schema(), 'create') as may_create,
      (select count(*)::int from pg_class
        where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
          and not pg_has_role(relowner, 'usage')) as foreign_tables,
      current_setting('max_connections')::int as most_connections,
      extract(epoch from clock_timestamp()) * 1000 as now_ms,
      to_regclass('kysely_migration') is not null as is_filled`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('the database says nothing of itself')
  const { nowMs, ...rights } = row
  // the answer is from between the question and now
  return { ...rights, aheadMs: Number(nowMs) - (askedAt + Date.now()) / 2 }
}
