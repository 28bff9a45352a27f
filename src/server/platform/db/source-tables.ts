import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { RefusedRows, SourceBudget, SourceConnection } from '../../../shared/features/sources/schemas/source.ts'

/** Tables of warehouses, the databases of customers that Fanion reads from. */
export interface SourceTables {
  source: SourceTable
  fact: FactTable
  sourceRead: SourceReadTable
}

/** A warehouse connection. */
export interface SourceTable {
  id: Generated<number>
  projectId: string
  /** The environment that the warehouse's events belong to. */
  environmentId: string
  key: string
  kind: 'postgresql' | 'clickhouse'
  connection: JSONColumnType<SourceConnection>
  /** The sealed password. */
  sealed: string
  budget: JSONColumnType<SourceBudget>
  savedBy: string
  savedAt: Date
  archivedAt: Date | null
}
/** A warehouse query that yields one event, or exposures. */
export interface FactTable {
  id: Generated<number>
  source: number
  environmentId: string
  /** Id of the declared event. Null if the query yields exposures. */
  event: number | null
  /** The attribute that identifies the unit. Null is the targeting key. */
  unitBy: string | null
  query: string
  everyMs: number
  lookBackMs: number
  /** The earliest time to read. */
  since: Date
  /** Everything before this time has been read. Null before the first slice. */
  readUntil: Date | null
  /** Start time of the current round, and where its next slice starts. */
  roundAt: Date | null
  sliceFrom: Date | null
  dueAt: Date
  /** Lease of the server that is reading it. */
  leasedUntil: Date | null
  /** Number of consecutive failures. */
  failures: Generated<number>
  problem: string | null
  /** Servers in a row that stopped while reading it, without releasing their lease. */
  interrupted: Generated<number>
  savedBy: string
  savedAt: Date
  archivedAt: Date | null
}
/** The result of reading one slice. */
export interface SourceReadTable {
  fact: number
  at: Date
  fromAt: Date
  toAt: Date
  rows: number
  /** Number of rejected rows by reason. */
  refused: JSONColumnType<RefusedRows>
  bytes: ColumnType<string, number, never>
  ms: number
  /** Why nothing was stored. */
  problem: string | null
}
