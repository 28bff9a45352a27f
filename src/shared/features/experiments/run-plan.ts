import { durationMs } from '../../schemas/duration.ts'
import type { AnalysisPlan, PlannedMetric } from '../../statistics/analysis-plan.ts'
import type { Measure, MetricDefinition } from '../metrics/schemas/metric.ts'
import type { ExperimentSetup } from './schemas/experiment.ts'

/** A metric as a run fixed it. `cap`: the most that one unit counts. */
export type PlanMetric = {
  readonly key: string
  readonly version: number
  readonly role: PlannedMetric['role']
  readonly definition: MetricDefinition
  readonly margin: PlannedMetric['margin']
  readonly cap: number | null
}

/** A metric that was added after the start, by whom: whoever chose it may have known results, so it decides nothing. */
export type AddedMetric = PlanMetric & { readonly role: 'added'; readonly addedAt: string; readonly by: string }

/** All that a run is judged by, fixed before anything was seen of it. `unitsPlanned`: of two arms together. */
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

/** How long after a unit came all is known of it: the window, and how late events arrive. */
export const maturesAfterMs = ({ window, lag }: Pick<MetricDefinition, 'window' | 'lag'>): number =>
  [window.from, window.length, lag].reduce((sum, text) => sum + (durationMs(text) ?? 0), 0)

/** A metric as `analyse` reads it. Of a time the part of the window that was left is counted: more of that is a shorter time. */
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

/** What `analyse` is given of a run that started then. */
export const analysisPlanOf = (
  { setup, metrics, unitsPlanned }: RunPlan,
  startMs: number,
  added: readonly AddedMetric[] = [],
): AnalysisPlan => ({
  ...{ mode: setup.mode, startMs, days: setup.days, alpha: setup.alpha, unitsPlanned },
  arms: setup.arms.map(({ variant, weight }) => ({ key: variant, weight })),
  metrics: [...metrics, ...added].map(plannedMetric),
})
