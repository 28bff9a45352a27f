import type { TrackedDefinition } from '../../../shared/features/usage/schemas/tracked.ts'
import type { Condition } from '../../../shared/schemas/condition.ts'
import type { Db } from '../db/pool.ts'
import type { ReadyBatch, Via } from './rows.ts'
import type { WarehouseDataStore } from './warehouse-data-store.ts'

/** Events of one type that satisfy a condition. */
export type MeasuredPart = {
  readonly event: number
  /** The declared properties. They decide how conditions read the event. */
  readonly properties: TrackedDefinition['properties']
  readonly where?: Condition | undefined
}
/** Events, with the value that is summed over them. */
export type MeasuredTerm = MeasuredPart & { readonly take: 'count' | 'sum' }

/**
 * The value of one unit:
 * - proportion: 1 if it had the event at least `atLeast` times, else 0
 * - retention: 1 if it had the event in the window, else 0
 * - count: the number of events
 * - sum: the sum of their values
 * - ratio: two sums
 * - time: milliseconds left in the window at the first event, 0 without an event
 */
export type UnitMeasure =
  | { readonly kind: 'proportion'; readonly of: MeasuredPart; readonly atLeast: number }
  | { readonly kind: 'retention' | 'count' | 'sum' | 'time'; readonly of: MeasuredPart }
  | { readonly kind: 'ratio'; readonly over: MeasuredTerm; readonly under: MeasuredTerm }

/** Whose data counts: everyone's, or only that of server SDKs, OpenTelemetry collectors and warehouses. */
export type SourceTrust = 'anyone' | 'servers'

/** The exposures of a query. `run` is the run's id. Times are milliseconds since 1970-01-01; the end is exclusive. */
export type ExposureQuery = {
  readonly run: number
  /** Start of the period of first exposures. */
  readonly fromMs: number
  readonly toMs: number
  readonly exposuresBy: SourceTrust
}

/**
 * Size of a cohort: units first exposed in one interval of this length, aligned to 1970-01-01. Null puts all units in
 * one cohort.
 */
type Cut = { readonly grainMs: number | null }

/** Half-open window, relative to the first exposure. */
type Window = { readonly fromMs: number; readonly lengthMs: number }

export type CohortQuestion = ExposureQuery &
  Cut & {
    /** Number of the environment in event rows. */
    readonly place: number
    readonly measure: UnitMeasure
    readonly window: Window
    readonly eventsBy: SourceTrust
    /**
     * Length of the period before the first exposure that x and z are computed over. The exposure itself is excluded.
     */
    readonly beforeMs: number | null
    /** Maximum value of one unit, before and after exposure. For counts and sums. */
    readonly cap: number | null
    /** Excludes units with more events in their window than a robot's threshold: from n and from all sums. */
    readonly withoutRobots: boolean
    /** Events before this time are ignored. */
    readonly sinceMs?: number
  }

/**
 * Sums over the units of one arm and cohort. y is a unit's value (for a ratio, the numerator), d the denominator; x and
 * z are the same two before the first exposure. Each product is a sum over units: `yd` is Σ y·d. Sums of cohorts can be
 * added, because a unit is in only one cohort.
 */
export type CohortSums = {
  /** Start of the cohort in milliseconds since 1970-01-01. Without cohorts, the query's `fromMs`. */
  readonly cohort: number
  /** End of the cohort: the start of the next one. */
  readonly endMs: number
  /** Index in the run's arms. */
  readonly arm: number
  readonly n: number
  /** Units excluded as robots. */
  readonly robots: number
  /** Units whose y, or whose d, is not 0. */
  readonly withY: number
  readonly withD: number
  /** Units whose value was capped. */
  readonly capped: number
  readonly y: number
  readonly yy: number
  /** Σ y and Σ y² without the cap. */
  readonly uncappedY: number
  readonly uncappedYy: number
  readonly d: number
  readonly dd: number
  readonly yd: number
  readonly x: number
  readonly xx: number
  readonly xy: number
  /** Only for ratios, whose variance reduction needs all products. */
  readonly z: number
  readonly zz: number
  readonly xz: number
  readonly yz: number
  readonly xd: number
  readonly dz: number
}

/** Exposed units of one arm and cohort. */
export type CohortPeople = {
  readonly cohort: number
  readonly arm: number
  /** Units that count. */
  readonly n: number
  /** Units that were in more than one arm. They are excluded everywhere. */
  readonly crossed: number
  /** n by the source that reported the unit first. */
  readonly byVia: Readonly<Partial<Record<Via, number>>>
}

/** Exposed units that had the event since their first exposure, whether or not their window is over. */
export type FirstEventsQuestion = Omit<ExposureQuery, 'fromMs' | 'toMs'> & {
  readonly place: number
  readonly part: MeasuredPart
  /** Minimum number of events. */
  readonly atLeast: number
  /** A null length means no end. */
  readonly window: { readonly fromMs: number; readonly lengthMs: number | null }
  readonly eventsBy: SourceTrust
  /** Period of the events, both ends inclusive. */
  readonly sinceMs: number
  readonly untilMs: number
}

/** The value below which a share `q` of the units with the event lies, exposed or not. */
export type PercentileQuestion = {
  readonly place: number
  /** The attribute that identifies the units. Null is the targeting key. */
  readonly unitBy: string | null
  readonly of: MeasuredTerm
  readonly fromMs: number
  readonly toMs: number
  readonly eventsBy: SourceTrust
  readonly q: number
}

/**
 * The value of a metric without an experiment, over all units with an event, starting at each unit's first event in a
 * period.
 */
export type BaselineQuestion = {
  readonly place: number
  /** The attribute that identifies the units. Null is the targeting key. */
  readonly unitBy: string | null
  readonly measure: UnitMeasure
  readonly fromMs: number
  readonly toMs: number
  readonly window: Window
  readonly eventsBy: SourceTrust
  readonly cap: number | null
  readonly withoutRobots: boolean
  /** Share of all units to sample, from 0 to 1. */
  readonly share: number
}
export type Baseline = {
  /** Units by the day, in days since 1970-01-01, of their first event in the period. */
  readonly days: readonly { readonly day: number; readonly units: number }[]
  /** Over the units whose whole window is in the period. */
  readonly n: number
  readonly y: number
  readonly yy: number
  readonly d: number
  readonly dd: number
  readonly yd: number
}

/** A quantile query. `each` says whether its values are single events or sums per unit. */
export type ValuesQuestion = ExposureQuery & {
  readonly place: number
  readonly of: MeasuredPart
  readonly each: 'event' | 'unit'
  readonly window: Window
  readonly eventsBy: SourceTrust
  readonly withoutRobots: boolean
  readonly q: number
  /** The interval from `lower` to `upper` has confidence 1 − alpha. */
  readonly alpha: number
}

/** Quantile of an arm, over the units with the event. An arm without such units has no row. */
export type ArmQuantile = {
  readonly arm: number
  /** Units with the event. */
  readonly n: number
  /** Number of values the quantile is computed over: events, or n. */
  readonly values: number
  readonly quantile: number
  /**
   * The values just outside the ranks ν ± z·s. s is the standard error of the share of values up to the quantile: √(ν(1
   * − ν)/n) if each value is a unit's own, or that of a ratio by unit if units have several. Just outside, because with
   * many ties the ranks alone would give an interval of zero width. At the edge, the values at the ranks.
   */
  readonly lower: number
  readonly upper: number
}

/** A metric to preview, with the conditions of its definition. */
export type PreviewQuestion = {
  readonly place: number
  readonly unitBy: string | null
  readonly measure:
    | UnitMeasure
    | { readonly kind: 'quantile'; readonly of: MeasuredPart; readonly at: number; readonly each: 'event' | 'unit' }
  readonly from: Date
  readonly to: Date
  /** Share of all units to sample, from 0 to 1. */
  readonly share: number
  /** Whether events from client keys count. */
  readonly fromClients: boolean
  readonly withoutRobots: boolean
}
/** The value a metric would have had in a period. */
export type PreviewRow = {
  /** A UTC day such as `2026-06-10`. Null for the whole period. */
  readonly day: string | null
  readonly units: number
  readonly active: number
  /** For the whole period. */
  readonly robots: number
  readonly value: number | null
}

/** The database that stores events and exposures. */
export type StoreEngine = 'postgresql' | 'clickhouse'

export type StoreSize = {
  readonly eventBytes: number
  /** An estimate. */
  readonly exposures: number
  readonly exposureBytes: number
}

/**
 * Stores events and exposures and aggregates them (docs/adr/0026). Everything else that belongs to measurement
 * (declared events, metrics, runs, plans, analyses, hourly intake counts) is in PostgreSQL for every engine. Each
 * method gets a connection to it, and the PostgreSQL store uses no other.
 */
export type EventStore = WarehouseDataStore & {
  readonly engine: StoreEngine
  /**
   * Stores each batch completely and at most once, however often it is sent. Resolves when they are on disk, with the
   * indexes of the batches that were new.
   */
  readonly put: (db: Db, batches: readonly ReadyBatch[]) => Promise<ReadonlySet<number>>
  /** Sums by arm and cohort. Those without exposures have no row. */
  readonly cohorts: (db: Db, question: CohortQuestion) => Promise<CohortSums[]>
  readonly people: (db: Db, question: Omit<ExposureQuery, 'exposuresBy'> & Cut) => Promise<CohortPeople[]>
  readonly firstEvents: (
    db: Db,
    question: FirstEventsQuestion,
  ) => Promise<{ readonly arm: number; readonly n: number }[]>
  readonly percentile: (
    db: Db,
    question: PercentileQuestion,
  ) => Promise<{ readonly units: number; readonly value: number | null }>
  readonly values: (db: Db, question: ValuesQuestion) => Promise<ArmQuantile[]>
  /** Whether any of these events came from a client key since then. */
  readonly saidByPages: (db: Db, events: readonly number[], since: Date) => Promise<boolean>
  /** Absent if the engine does not support it: then there are no forecasts. */
  readonly baseline?: (db: Db, question: BaselineQuestion) => Promise<Baseline>
  readonly preview: (db: Db, question: PreviewQuestion) => Promise<PreviewRow[]>
  /**
   * Deletes the data of these units (digests) from the runs and events of a project. Returns the number of deleted
   * rows.
   */
  readonly forget: (db: Db, project: string, units: readonly string[]) => Promise<{ exposures: number; events: number }>
  /** Creates storage for future data and drops expired data. */
  readonly keep: (db: Db, now: Date) => Promise<void>
  readonly size: (db: Db) => Promise<StoreSize>
}
