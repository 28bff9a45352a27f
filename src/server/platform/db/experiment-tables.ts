import type { ColumnType, Generated } from 'kysely'
import type { RunBaseline } from '../../../shared/features/experiments/rule-of-run.ts'
import type { AddedMetric } from '../../../shared/features/experiments/run-plan.ts'
import type {
  ExperimentDecision,
  ExperimentSetup,
  ExperimentState,
  StopMode,
} from '../../../shared/features/experiments/schemas/experiment.ts'
import type { ExperimentGuardResult } from '../../../shared/features/experiments/schemas/experiment-results.ts'

export interface ExperimentTables {
  experiment: ExperimentTable
  experimentRun: ExperimentRunTable
  layer: LayerTable
  layerStretch: LayerStretchTable
  cohort: CohortTable
}

/** Written as JSON text, read as the parsed value. */
type JsonColumn<T> = ColumnType<T, string, string>
type OptionalJson<T> = ColumnType<T | null, string | null | undefined, string | null>

export interface ExperimentTable {
  id: string
  projectId: string
  environmentId: string
  key: string
  name: string
  flag: string
  /** The setup for the next run. */
  setup: JsonColumn<ExperimentSetup>
  state: ExperimentState
  /** Number of the current or the last run. */
  run: number | null
  decision: OptionalJson<ExperimentDecision>
  byName: string
  createdAt: Date
}
export interface ExperimentRunTable {
  projectId: string
  run: number
  experimentId: string
  /** The change that starts the run. */
  changeId: string
  /** The setup at the start of the run. */
  setup: JsonColumn<ExperimentSetup>
  /** The parts of the flag that the run depends on. */
  ground: JsonColumn<RunBaseline>
  state: 'proposed' | 'running' | 'stopped' | 'withdrawn'
  how: StopMode | null
  why: string | null
  /** User responsible for the run. */
  byName: string
  personId: string | null
  tokenId: string | null
  /** The newest revision of the flag that the run has processed. */
  headNumber: number
  proposedAt: Date
  startedAt: Date | null
  /** The planned end. */
  endsAt: Date | null
  /** When the last analysis was made. */
  overAt: Date | null
  stoppedAt: Date | null
  /** When the next guard check is due. */
  lookAt: Date | null
  looks: Generated<number>
  /** Until then one server has the run leased for its check. */
  leasedUntil: Date | null
  /** Number of servers in a row that stopped during an analysis. */
  interrupted: Generated<number>
  /** The latest results of the guards. */
  guards: OptionalJson<ExperimentGuardResult[]>
  /** Metrics added after the start. */
  added: OptionalJson<AddedMetric[]>
  /** Cohorts computed since then are recounted. Null if all are final. */
  recountSince: ColumnType<Date | null, Date | null | undefined, Date | null>
  /** When the recount is due. */
  recountAt: ColumnType<Date | null, Date | null | undefined, Date | null>
}
export interface LayerTable {
  id: string
  projectId: string
  key: string
  name: string
  /** The attribute that identifies the unit. Null is the targeting key. */
  unitBy: string | null
  createdAt: Date
}
interface LayerStretchTable {
  layerId: string
  environmentId: string
  projectId: string
  run: number
  fromPart: number
  toPart: number
}
/** Sums of one metric over the units first exposed on one day in one arm. Written once. */
export interface CohortTable {
  projectId: string
  run: number
  metric: string
  /** Days since 1970-01-01 UTC. */
  cohort: number
  /** Index in the run's arms. */
  arm: number
  /** Whether only units reported by server SDKs are included. */
  told: boolean
  sums: JsonColumn<CohortNumbers>
  reckonedAt: Date
}
/** Sums of a cohort over its units, excluding robots. */
export const cohortSumNames = [
  'y',
  'yy',
  'uncappedY',
  'uncappedYy',
  'd',
  'dd',
  'yd',
  'x',
  'xx',
  'xy',
  'z',
  'zz',
  'xz',
  'yz',
  'xd',
  'dz',
] as const

/**
 * Totals of a cohort. y is a unit's value (for a ratio, the numerator), d the denominator; x and z are the same two
 * before exposure. Each product is a sum over units.
 */
export type CohortNumbers = Readonly<Record<(typeof cohortNumbers)[number], number>> & Partial<QuantileNumbers>
export const cohortNumbers = ['n', 'robots', 'withY', 'withD', 'capped', ...cohortSumNames] as const

/**
 * For a quantile metric, y is the number of events. Over all units exposed from the run's start until the cohort was
 * complete: how many did it, their quantile, and the values around it.
 */
export type QuantileNumbers = Readonly<Record<(typeof quantileNumbers)[number], number>>
export const quantileNumbers = ['did', 'quantile', 'lower', 'upper'] as const
