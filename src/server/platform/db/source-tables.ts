import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { RefusedRows, SourceBudget, SourceConnection } from '../../../shared/features/sources/schemas/source.ts'

/** The tables of what is read of other databases. */
export interface SourceTables {
  source: SourceTable
  fact: FactTable
  sourceRead: SourceReadTable
}

/** Another database, of which tables are read. */
export interface SourceTable {
  id: Generated<number>
  projectId: string
  /** Whose events come from there. */
  environmentId: string
  key: string
  kind: 'postgresql' | 'clickhouse'
  connection: JSONColumnType<SourceConnection>
  /** The password. */
  sealed: string
  budget: JSONColumnType<SourceBudget>
  savedBy: string
  savedAt: Date
  archivedAt: Date | null
}
/** What is read of a source as one event, or as exposures. */
export interface FactTable {
  id: Generated<number>
  source: number
  environmentId: string
  /** The id of the declared event; null: exposures. */
  event: number | null
  /** The attribute that names the unit; null is the targeting key. */
  unitBy: string | null
  query: string
  everyMs: number
  lookBackMs: number
  /** The first instant that is read. */
  since: Date
  /** All before is there; null before the first slice. */
  readUntil: Date | null
  /** When the round began that is under way, and where its next slice does. */
  roundAt: Date | null
  sliceFrom: Date | null
  dueAt: Date
  /** By the server that reads it now. */
  leasedUntil: Date | null
  /** So often one after the other. */
  failures: Generated<number>
  problem: string | null
  /** Servers in a row that stopped while they read it, without releasing their lease. */
  interrupted: Generated<number>
  savedBy: string
  savedAt: Date
  archivedAt: Date | null
}
/** What one read of a slice came to. */
export interface SourceReadTable {
  fact: number
  at: Date
  fromAt: Date
  toAt: Date
  rows: number
  /** By why. */
  refused: JSONColumnType<RefusedRows>
  bytes: ColumnType<string, number, never>
  ms: number
  /** Why nothing was kept. */
  problem: string | null
}
