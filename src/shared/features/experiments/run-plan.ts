import { durationMs } from '../../schemas/duration.ts'
import type { AnalysisPlan, PlannedMetric } from '../../statistics/analysis-plan.ts'
import type { Measure, MetricDefinition } from '../metrics/schemas/metric.ts'
import type { ExperimentSetup } from './schemas/experiment.ts'

/** A metric, fixed at the start of a run. `cap`: the most that one unit can contribute. */
export type PlanMetric = {
  readonly key: string
  readonly version: number
  readonly role: PlannedMetric['role']
  readonly definition: MetricDefinition
  readonly margin: PlannedMetric['margin']
  readonly cap: number | null
}

/**
 * A metric that was added after the start, and by whom. They may have known results when they chose it, so it decides
 * nothing.
 */
export type AddedMetric = PlanMetric & { readonly role: 'added'; readonly addedAt: string; readonly by: string }

/** Everything a run is judged by, fixed before any data was seen. `unitsPlanned` is the sum of two arms. */
export type RunPlan = {
  readonly experiment: string
  readonly setup: ExperimentSetup
  readonly metrics: readonly PlanMetric[]
  readonly unitsPlanned: number
}

const kinds: Readonly<Record<Measure['kind'], PlannedMetric['kind']>> = {
  proportion: 'proportion',
  retention: 'proportion',
  count: 'mean',
  sum: 'mean',
  time: 'mean',
  ratio: 'ratio',
  quantile: 'quantile',
}

/** How long after its exposure a unit's data is complete: the metric's window plus the lag of late events. */
export const maturesAfterMs = ({ window, lag }: Pick<MetricDefinition, 'window' | 'lag'>): number =>
  [window.from, window.length, lag].reduce((sum, text) => sum + (durationMs(text) ?? 0), 0)

/**
 * Converts a metric for `analyse`. A time is measured as the rest of the window, so more of it means a shorter time.
 */
export function plannedMetric({ key, role, definition, margin }: PlanMetric): PlannedMetric {
  const { measure, better, before } = definition
  const kind = kinds[measure.kind]
  const turned = measure.kind === 'time' ? (better === 'more' ? 'less' : 'more') : better
  return {
    ...{ key, kind, role, better: turned, margin, maturesAfterMs: maturesAfterMs(definition) },
    ...(measure.kind === 'quantile' && { at: measure.at }),
    ...(before !== null && kind !== 'ratio' && { covariate: true }),
  }
}

/** The input of `analyse` for a run that started at this instant. */
export const analysisPlanOf = (
  { setup, metrics, unitsPlanned }: RunPlan,
  startMs: number,
  added: readonly AddedMetric[] = [],
): AnalysisPlan => ({
  ...{ mode: setup.mode, startMs, days: setup.days, alpha: setup.alpha, unitsPlanned },
  arms: setup.arms.map(({ variant, weight }) => ({ key: variant, weight })),
  metrics: [...metrics, ...added].map(plannedMetric),
})
