import type { ExperimentResults } from '../../../../shared/features/experiments/schemas/experiment-results.ts'
import { analyse } from '../../../../shared/statistics/analyse.ts'
import type { AnalysisPlan, CohortSums } from '../../../../shared/statistics/analysis-plan.ts'
import { intervalView } from './result-view.ts'

/** So often it is said of users who are alike that they are not, by all metrics together, however often one looks. */
const falsely = 0.01

/**
 * Whether users of the arms were alike before they came, in what metrics look at of that time. A variant cannot have changed
 * it: where they were not, the split is not by chance, or chance was unkind. Empty where nothing is known of before.
 */
export function beforeOf(
  analysis: AnalysisPlan,
  sums: readonly CohortSums[],
  atMs: number,
): ExperimentResults['before'] {
  const metrics = analysis.metrics.flatMap(({ key, kind, better, maturesAfterMs, covariate }) =>
    covariate === true ? [{ key, kind, better, maturesAfterMs, role: 'primary' as const, margin: null }] : [],
  )
  const before = sums.flatMap(({ metric, cohort, endMs, arm, n, x, xx }) =>
    x === undefined || xx === undefined ? [] : [{ metric, cohort, endMs, arm, n, y: x, yy: xx }],
  )
  const known = new Set(before.flatMap(({ metric, y }) => (y === 0 ? [] : [metric])))
  const plan: AnalysisPlan = {
    ...analysis,
    mode: 'open-ended',
    alpha: falsely,
    metrics: metrics.filter(({ key }) => known.has(key)),
  }
  if (plan.metrics.length === 0) return []
  return analyse(plan, { people: [], sums: before }, [], atMs).results.map(
    ({ metric, arm, interval, lift, liftInterval }) => ({
      ...{ metric, arm, lift, liftInterval: intervalView(liftInterval) },
      differs: interval !== null && (interval[0] > 0 || interval[1] < 0),
    }),
  )
}
