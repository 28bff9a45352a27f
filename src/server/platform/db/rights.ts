import { sql } from 'kysely'
import type { Db } from './pool.ts'

/** The oldest supported PostgreSQL, as `server_version_num`. */
export const leastVersion = 150_000

/** The database's properties, and what this role may do in it. */
export type Rights = {
  /** For example 150004. */
  readonly versionNumber: number
  readonly encoding: string
  readonly isReplica: boolean
  readonly role: string
  readonly mayCreate: boolean
  /** Number of this schema's tables that belong to another role. */
  readonly foreignTables: number
  readonly mostConnections: number
  /** Milliseconds by which the database's clock is ahead of this machine's. */
  readonly aheadMs: number
  /** Whether a Fanion was ever started on this database. */
  readonly isFilled: boolean
}

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
  // The database read its clock at some point between the query and now.
  return { ...rights, aheadMs: Number(nowMs) - (askedAt + Date.now()) / 2 }
}
