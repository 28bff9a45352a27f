import type { ColumnType, Generated } from 'kysely'
import type { ExperimentGround } from '../../../shared/features/experiments/rule-of-run.ts'
import type { AddedMetric } from '../../../shared/features/experiments/run-plan.ts'
import type {
  ExperimentDecision,
  ExperimentSetup,
  ExperimentState,
  StopHow,
} from '../../../shared/features/experiments/schemas/experiment.ts'
import type { ExperimentGuardSeen } from '../../../shared/features/experiments/schemas/experiment-results.ts'

/** The tables of experiments and of layers. */
export interface ExperimentTables {
  experiment: ExperimentTable
  experimentRun: ExperimentRunTable
  layer: LayerTable
  layerStretch: LayerStretchTable
  cohort: CohortTable
}

/** Written as JSON text, read as what was written. */
type JsonColumn<T> = ColumnType<T, string, string>
type OptionalJson<T> = ColumnType<T | null, string | null | undefined, string | null>

export interface ExperimentTable {
  id: string
  projectId: string
  environmentId: string
  key: string
  name: string
  flag: string
  /** As the next run has it. */
  setup: JsonColumn<ExperimentSetup>
  state: ExperimentState
  /** The number of the run that is on, or was last. */
  run: number | null
  decision: OptionalJson<ExperimentDecision>
  byName: string
  createdAt: Date
}
export interface ExperimentRunTable {
  projectId: string
  /** The run's number. */
  run: number
  experimentId: string
  /** The change that starts it. */
  changeId: string
  /** As it was started. */
  setup: JsonColumn<ExperimentSetup>
  /** The flag as far as the run stands on it. */
  ground: JsonColumn<ExperimentGround>
  state: 'proposed' | 'running' | 'stopped' | 'withdrawn'
  how: StopHow | null
  why: string | null
  /** Who answers for it. */
  byName: string
  personId: string | null
  tokenId: string | null
  /** The newest revision of the flag that the run knows of. */
  headNumber: number
  proposedAt: Date
  startedAt: Date | null
  /** The planned end. */
  endsAt: Date | null
  /** When the last look was taken. */
  overAt: Date | null
  stoppedAt: Date | null
  /** When it is looked at next. */
  lookAt: Date | null
  looks: Generated<number>
  /** Until then some server looks. */
  leasedUntil: Date | null
  /** What they said last. */
  guards: OptionalJson<ExperimentGuardSeen[]>
  /** Metrics that were added after its start. */
  added: OptionalJson<AddedMetric[]>
  /** Cohorts reckoned from then on are counted a second time; null if all are final. */
  recountSince: ColumnType<Date | null, Date | null | undefined, Date | null>
  /** When they are. */
  recountAt: ColumnType<Date | null, Date | null | undefined, Date | null>
}
export interface LayerTable {
  id: string
  projectId: string
  key: string
  name: string
  /** The attribute that names the unit; null is the targeting key. */
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
/** The sums of one metric over the units first exposed in one day, in one arm; written once. */
export interface CohortTable {
  projectId: string
  run: number
  metric: string
  /** Days since 1970, UTC. */
  cohort: number
  /** The place among the run's arms. */
  arm: number
  /** Of the units that servers told of alone; otherwise of all. */
  told: boolean
  sums: JsonColumn<CohortNumbers>
  reckonedAt: Date
}
/** The sums of a cohort, over the units that are no robots. */
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
 * What a cohort adds up to: y is what a unit came to (of a ratio, what stands above the line), d what stands below it, x and z
 * the same two before it came; each product is a sum over units.
 */
export type CohortNumbers = Readonly<Record<(typeof cohortNumbers)[number], number>> & Partial<QuantileNumbers>
export const cohortNumbers = ['n', 'robots', 'withY', 'withD', 'capped', ...cohortSumNames] as const

/**
 * Of a quantile, whose y is how many events there were: over all who came from the run's start until the cohort was whole, how many
 * did it, their quantile, and the values around it.
 */
export type QuantileNumbers = Readonly<Record<(typeof quantileNumbers)[number], number>>
export const quantileNumbers = ['did', 'quantile', 'lower', 'upper'] as const
