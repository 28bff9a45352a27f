import type { ExperimentResults } from '../../../../shared/features/experiments/schemas/experiment-results.ts'
import { analyse } from '../../../../shared/statistics/analyse.ts'
import type { AnalysisPlan, CohortSums } from '../../../../shared/statistics/analysis-plan.ts'
import { intervalView } from './result-view.ts'

/** Probability of a false difference, over all metrics and any number of looks. */
const falsely = 0.01

/**
 * Compares the arms by what users did before exposure. A variant cannot have caused such a difference, so it points to
 * a split that is not random, or to chance. Empty without pre-exposure data.
 */
export function compareBeforeExposure(
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
