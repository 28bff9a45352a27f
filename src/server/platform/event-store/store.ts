import type { TrackedDefinition } from '../../../shared/features/usage/schemas/tracked.ts'
import type { Condition } from '../../../shared/schemas/condition.ts'
import type { Db } from '../db/pool.ts'
import type { FromSources } from './from-sources.ts'
import type { ReadyBatch, Via } from './rows.ts'

/** Events of one kind, of those that are alike in what they carry. */
export type MeasuredPart = {
  /** The id of the declared event. */
  readonly event: number
  /** What it is declared to carry: conditions are read by it. */
  readonly properties: TrackedDefinition['properties']
  readonly where?: Condition | undefined
}
/** Events with what is added up over them. */
export type MeasuredTerm = MeasuredPart & { readonly take: 'count' | 'sum' }

/**
 * What one unit comes to. proportion: 1 where it did it so many times at least, else 0. retention: the same, once. count: how
 * often. sum: the values, added up. ratio: two sums. time: the milliseconds of the window that were left when it did it first,
 * and 0 where it never did.
 */
export type UnitMeasure =
  | { readonly kind: 'proportion'; readonly of: MeasuredPart; readonly atLeast: number }
  | { readonly kind: 'retention' | 'count' | 'sum' | 'time'; readonly of: MeasuredPart }
  | { readonly kind: 'ratio'; readonly over: MeasuredTerm; readonly under: MeasuredTerm }

/** Whose word counts: everybody's, or that of servers, OpenTelemetry collectors and sources alone. */
export type Word = 'anyone' | 'servers'

/** The exposures that a question is about. `run`: its id. Instants are milliseconds since 1970, the second one excluded. */
export type Exposed = {
  readonly run: number
  /** First exposures from here on. */
  readonly fromMs: number
  readonly toMs: number
  readonly exposuresBy: Word
}

/** How cohorts are cut: units first exposed in one stretch of this length, counted from 1970 on. Null: all are one. */
type Cut = { readonly grainMs: number | null }

/** After the first exposure: from there, so long; the end itself is outside. */
type Window = { readonly fromMs: number; readonly lengthMs: number }

export type CohortQuestion = Exposed &
  Cut & {
    /** What rows of events carry for the environment. */
    readonly place: number
    readonly measure: UnitMeasure
    readonly window: Window
    readonly eventsBy: Word
    /** So long before the first exposure is looked at, too: x and z are of [first exposure - before, first exposure). */
    readonly beforeMs: number | null
    /** The most that one unit counts for, before and after; of counts and sums. */
    readonly cap: number | null
    /** Units with more events than a robot’s in their window are left out: not in n, nor in any sum. */
    readonly withoutRobots: boolean
    /** Events before this instant count for nothing. */
    readonly sinceMs?: number
  }

/**
 * Sums over the units of one arm and cohort. y: what a unit came to (of a ratio, what stands above the line), d: what stands
 * below the line, x and z: the same two before the first exposure. Each product is a sum over units: `yd` is Σ y·d. Sums of
 * cohorts add up, since a unit is in one cohort alone.
 */
export type CohortSums = {
  /** When the cohort begins, milliseconds since 1970; where all are one, the question’s from. */
  readonly cohort: number
  /** When its last unit could come: the next one’s begin. */
  readonly endMs: number
  /** The arm’s place among the run’s. */
  readonly arm: number
  readonly n: number
  /** Units that were left out as robots. */
  readonly robots: number
  /** Units of which y, and of which d, is not 0. */
  readonly withY: number
  readonly withD: number
  /** Units that the cap cut. */
  readonly capped: number
  readonly y: number
  readonly yy: number
  /** Σ y and Σ y² as they were without the cap. */
  readonly uncappedY: number
  readonly uncappedYy: number
  readonly d: number
  readonly dd: number
  readonly yd: number
  readonly x: number
  readonly xx: number
  readonly xy: number
  /** Only of ratios, whose sharpening needs all products. */
  readonly z: number
  readonly zz: number
  readonly xz: number
  readonly yz: number
  readonly xd: number
  readonly dz: number
}

/** Units that were exposed, of one arm and cohort. */
export type CohortPeople = {
  readonly cohort: number
  readonly arm: number
  /** Those that count. */
  readonly n: number
  /** Those that were in more than one arm: they count nowhere. */
  readonly crossed: number
  /** n by the way that told of them first. */
  readonly byVia: Readonly<Partial<Record<Via, number>>>
}

/** Which exposed units did it since their first exposure, whether or not their window is over. */
export type FirstEventsQuestion = Omit<Exposed, 'fromMs' | 'toMs'> & {
  readonly place: number
  readonly part: MeasuredPart
  /** So many times at least. */
  readonly atLeast: number
  /** Null: as long as there are events. */
  readonly window: { readonly fromMs: number; readonly lengthMs: number | null }
  readonly eventsBy: Word
  /** Events of [since, until]. */
  readonly sinceMs: number
  readonly untilMs: number
}

/** The value under which a part `q` of the units lies that did it at all, whoever they are. */
export type PercentileQuestion = {
  readonly place: number
  /** The attribute that names the units; null is the targeting key. */
  readonly unitBy: string | null
  readonly of: MeasuredTerm
  readonly fromMs: number
  readonly toMs: number
  readonly eventsBy: Word
  readonly q: number
}

/** What a metric comes to before anybody is compared: of all units of which an event arrived, from their first in a stretch on. */
export type BaselineQuestion = {
  readonly place: number
  /** The attribute that names the units; null is the targeting key. */
  readonly unitBy: string | null
  readonly measure: UnitMeasure
  readonly fromMs: number
  readonly toMs: number
  readonly window: Window
  readonly eventsBy: Word
  readonly cap: number | null
  readonly withoutRobots: boolean
  /** How much of all units is looked at, from 0 to 1. */
  readonly share: number
}
export type Baseline = {
  /** Units by the day, since 1970, of their first event in the stretch. */
  readonly days: readonly { readonly day: number; readonly units: number }[]
  /** Over the units whose window lies in the stretch. */
  readonly n: number
  readonly y: number
  readonly yy: number
  readonly d: number
  readonly dd: number
  readonly yd: number
}

/** Of which values the quantile is: of single events, or of what a unit’s add up to. */
export type ValuesQuestion = Exposed & {
  readonly place: number
  readonly of: MeasuredPart
  readonly each: 'event' | 'unit'
  readonly window: Window
  readonly eventsBy: Word
  readonly withoutRobots: boolean
  readonly q: number
  /** The band that `lower` and `upper` make holds with 1 - alpha. */
  readonly alpha: number
}

/** An arm’s quantile. The values are those of units that did it; of an arm where nobody did there is no row. */
export type ArmQuantile = {
  readonly arm: number
  /** Units that did it. */
  readonly n: number
  /** Values that the quantile is of: events, or n. */
  readonly values: number
  readonly quantile: number
  /**
   * The values next outside of those at the ranks ν ± z·s, where s is the standard error of the share at most the quantile:
   * √(ν(1 - ν)/n) where each value is a unit’s own, and of a ratio by unit where a unit has many. Next outside, since of values
   * that many units share the ranks alone would say that there is no doubt; where nothing is outside, those at the ranks.
   */
  readonly lower: number
  readonly upper: number
}

/** A part of a metric as it is previewed; `where` as the metric says it. */
export type PreviewQuestion = {
  readonly place: number
  readonly unitBy: string | null
  readonly measure:
    | UnitMeasure
    | { readonly kind: 'quantile'; readonly of: MeasuredPart; readonly at: number; readonly each: 'event' | 'unit' }
  readonly from: Date
  readonly to: Date
  /** How much of all units is looked at, from 0 to 1. */
  readonly share: number
  /** Whether what pages say counts. */
  readonly fromClients: boolean
  readonly withoutRobots: boolean
}
/** What a metric would have come to in a stretch. */
export type PreviewRow = {
  /** `2026-06-10`, of UTC; null: the whole stretch. */
  readonly day: string | null
  readonly units: number
  readonly active: number
  /** Of the whole stretch. */
  readonly robots: number
  readonly value: number | null
}

/** What keeps events and exposures. */
export type Engine = 'postgresql' | 'clickhouse'

export type StoreSize = {
  readonly eventBytes: number
  /** As the store estimates them. */
  readonly exposures: number
  readonly exposureBytes: number
}

/**
 * Where events and exposures lie, and what is counted of them (docs/adr/0026). Everything else that is measured (which events
 * are declared, metrics, runs, plans, looks, what arrived by the hour) is in PostgreSQL, whatever engine this is: each method is
 * given a connection to it, and the store in PostgreSQL uses no other.
 */
export type MeasureStore = FromSources & {
  readonly engine: Engine
  /**
   * Keeps batches, each whole and once, however often it comes: resolves when they are on disk. Gives the places of those that
   * were new.
   */
  readonly put: (db: Db, batches: readonly ReadyBatch[]) => Promise<ReadonlySet<number>>
  /** Sums by arm and cohort; no row where nobody was exposed. */
  readonly cohorts: (db: Db, question: CohortQuestion) => Promise<CohortSums[]>
  readonly people: (db: Db, question: Omit<Exposed, 'exposuresBy'> & Cut) => Promise<CohortPeople[]>
  readonly firstEvents: (
    db: Db,
    question: FirstEventsQuestion,
  ) => Promise<{ readonly arm: number; readonly n: number }[]>
  readonly percentile: (
    db: Db,
    question: PercentileQuestion,
  ) => Promise<{ readonly units: number; readonly value: number | null }>
  readonly values: (db: Db, question: ValuesQuestion) => Promise<ArmQuantile[]>
  /** Whether pages sent any of these events since then. */
  readonly saidByPages: (db: Db, events: readonly number[], since: Date) => Promise<boolean>
  /** Absent in an engine that cannot tell: nothing is foreseen there. */
  readonly baseline?: (db: Db, question: BaselineQuestion) => Promise<Baseline>
  readonly preview: (db: Db, question: PreviewQuestion) => Promise<PreviewRow[]>
  /** Deletes what is of these units (digests) among the runs and events of a project; tells how many rows. */
  readonly forget: (db: Db, project: string, units: readonly string[]) => Promise<{ exposures: number; events: number }>
  /** Makes room for what is to come, and drops what was kept long enough. */
  readonly keep: (db: Db, now: Date) => Promise<void>
  readonly size: (db: Db) => Promise<StoreSize>
}
