import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { MetricDefinition } from '../../../shared/features/metrics/schemas/metric.ts'
import type { RunKind, RunState } from '../../../shared/features/runs/schemas/run.ts'
import type { TrackedDefinition, TrackReceipt } from '../../../shared/features/usage/schemas/tracked.ts'
import type { Rule } from '../../../shared/schemas/flag.ts'
import type { Json } from '../../../shared/schemas/keys.ts'

/** The tables of what is measured. */
export interface MeasureTables {
  run: RunTable
  trackedEvent: TrackedEventTable
  metric: MetricTable
  metricVersion: MetricVersionTable
  measureKey: MeasureKeyTable
  exposure: ExposureTable
  track: TrackTable
  trackBatch: TrackBatchTable
  intakeCount: IntakeCountTable
  measureMoved: MeasureMovedTable
  slice: SliceTable
}

/** The days of events that were copied to another store. */
interface MeasureMovedTable {
  day: Date
  rows: string
  movedAt: Date
}

/** Reads of slices whose rows lie in ClickHouse: which of them are in force. */
interface SliceTable {
  place: number
  event: number
  /** What its rows carry. */
  read: number
  fromAt: Date
  toAt: Date
  /** Its rows are seen by nobody; take the place of earlier ones; those are deleted. */
  state: Generated<'writing' | 'kept' | 'clean'>
}

/** What a project declares that units do. */
export interface TrackedEventTable {
  /** What rows of events carry. */
  id: Generated<number>
  projectId: string
  key: string
  name: string
  description: string
  definition: JSONColumnType<TrackedDefinition>
  createdAt: Date
  archivedAt: Date | null
}
/** What a project measures by. */
export interface MetricTable {
  id: Generated<number>
  projectId: string
  key: string
  /** The newest. */
  version: number
  createdAt: Date
  archivedAt: Date | null
}
/** What a metric says, once and for all: an edit makes the next version. */
interface MetricVersionTable {
  metric: number
  version: number
  definition: JSONColumnType<MetricDefinition>
  savedAt: Date
}
/** What the digests of an environment's units are made with, sealed. */
interface MeasureKeyTable {
  /** What rows carry for the environment. */
  place: Generated<number>
  environmentId: string
  sealed: string
}
/** The first time that a unit was given an arm of a run. */
interface ExposureTable {
  run: number
  unit: string
  arm: number
  firstAt: Date
  via: number
  crossed: Generated<boolean>
}
/** What a unit did; a partition a day. */
interface TrackTable {
  unit: string
  at: Date
  value: number | null
  place: number
  event: number
  via: number
  /** The attribute that names the unit; null is the targeting key. */
  unitBy: Generated<string | null>
  properties: JSONColumnType<Record<string, unknown>> | null
}
/** The batches that were kept, each once, and what was answered. */
interface TrackBatchTable {
  place: number
  id: string
  receivedAt: Date
  answer: JSONColumnType<TrackReceipt>
}
/** How many rows came by the hour. */
interface IntakeCountTable {
  place: number
  kind: 'event' | 'run'
  subject: string
  hour: Date
  sdk: string
  /** Why they were refused; empty for those that were kept. */
  reason: string
  count: string
  lastAt: Date
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
  plan: ColumnType<Exclude<Json, null>, string, string>
  /** SHA-256 of the plan, hexadecimal. */
  hash: string
  changeNumber: number | null
  /** Of the metrics that it uses, by key. */
  versions: JSONColumnType<Readonly<Record<string, number>>>
  proposedAt: Date
  openedAt: Date | null
  endedAt: Date | null
}
