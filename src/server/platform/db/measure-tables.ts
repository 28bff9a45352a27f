import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { MetricDefinition } from '../../../shared/features/metrics/schemas/metric.ts'
import type { RunKind, RunState } from '../../../shared/features/runs/schemas/run.ts'
import type { TrackedDefinition, TrackReceipt } from '../../../shared/features/usage/schemas/tracked.ts'
import type { Rule } from '../../../shared/schemas/flag.ts'
import type { Json } from '../../../shared/schemas/keys.ts'

/** Tables of events, exposures, metrics and runs. */
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

/** Days of events that were copied to another event store. */
interface MeasureMovedTable {
  day: Date
  rows: string
  movedAt: Date
}

/** Reads of slices whose rows are stored in ClickHouse, with the state that says which are in effect. */
interface SliceTable {
  place: number
  event: number
  /** Id of this read, stored in each of its rows. */
  read: number
  fromAt: Date
  toAt: Date
  /**
   * `writing`: rows are not visible yet. `kept`: rows replace those of earlier reads. `clean`: replaced rows are
   * deleted.
   */
  state: Generated<'writing' | 'kept' | 'clean'>
}

/** An event type that a project declares. */
export interface TrackedEventTable {
  /** Stored in each row of events. */
  id: Generated<number>
  projectId: string
  key: string
  name: string
  description: string
  definition: JSONColumnType<TrackedDefinition>
  createdAt: Date
  archivedAt: Date | null
}
export interface MetricTable {
  id: Generated<number>
  projectId: string
  key: string
  /** The latest version. */
  version: number
  createdAt: Date
  archivedAt: Date | null
}
/** A version of a metric. Immutable: an edit creates the next version. */
interface MetricVersionTable {
  metric: number
  version: number
  definition: JSONColumnType<MetricDefinition>
  savedAt: Date
}
/** The sealed key that computes the unit digests of an environment. */
interface MeasureKeyTable {
  /** Number of the environment in event rows. */
  place: Generated<number>
  environmentId: string
  sealed: string
}
/** The first exposure of a unit to an arm of a run. */
interface ExposureTable {
  run: number
  unit: string
  arm: number
  firstAt: Date
  via: number
  crossed: Generated<boolean>
}
/** Events of units, partitioned by day. */
interface TrackTable {
  unit: string
  at: Date
  value: number | null
  place: number
  event: number
  via: number
  /** The attribute that identifies the unit. Null is the targeting key. */
  unitBy: Generated<string | null>
  properties: JSONColumnType<Record<string, unknown>> | null
}
/** Accepted batches, each once, with the response that was sent. */
interface TrackBatchTable {
  place: number
  id: string
  receivedAt: Date
  answer: JSONColumnType<TrackReceipt>
}
/** Rows received per hour. */
interface IntakeCountTable {
  place: number
  kind: 'event' | 'run'
  subject: string
  hour: Date
  sdk: string
  /** Why the rows were rejected. Empty for accepted ones. */
  reason: string
  count: string
  lastAt: Date
}

export interface RunTable {
  /** Stored in each row of exposures. */
  id: Generated<number>
  projectId: string
  environmentId: string
  /** Unique within the project. */
  number: number
  flag: string
  kind: RunKind
  state: RunState
  /** As last published. Null before the run opens. */
  rule: ColumnType<Rule | null, string | null, string | null>
  /** The flag's salt, used by splits without their own salt. */
  salt: string
  /** Variant keys. An exposure stores an index into this list. */
  arms: JSONColumnType<readonly string[]>
  plan: ColumnType<Exclude<Json, null>, string, string>
  /** SHA-256 of the plan in hexadecimal. */
  hash: string
  changeNumber: number | null
  /** Versions of the metrics that the plan uses, by key. */
  versions: JSONColumnType<Readonly<Record<string, number>>>
  proposedAt: Date
  openedAt: Date | null
  endedAt: Date | null
}
