import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { Rule } from '../../shared/schemas/flag.ts'
import type { Json } from '../../shared/schemas/keys.ts'
import type { RunKind, RunState } from '../../shared/schemas/run.ts'

/** The tables of what is measured. */
export interface MeasureTables {
  run: RunTable
}

export interface RunTable {
  /** What rows of exposures carry. */
  id: Generated<number>
  projectId: string
  environmentId: string
  /** By project. */
  number: number
  flag: string
  kind: RunKind
  state: RunState
  /** As last published; null before the run is open. */
  rule: ColumnType<Rule | null, string | null, string | null>
  /** Of its flag: what a split without a salt of its own is salted with. */
  salt: string
  /** Keys of variants; an exposure carries the place of its own in this list. */
  arms: JSONColumnType<readonly string[]>
  plan: ColumnType<Json, string, never>
  /** SHA-256 of the plan, hexadecimal. */
  hash: string
  changeNumber: number | null
  /** Of the metrics that it uses, by key. */
  versions: JSONColumnType<Readonly<Record<string, number>>>
  proposedAt: Date
  openedAt: Date | null
  endedAt: Date | null
}
