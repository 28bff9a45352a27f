import type { AnalysisPlan, CohortSums, Cohorts, PlannedMetric } from '../../src/shared/statistics/analysis-plan.ts'

export const day = 86_400_000

/** A conversion metric. */
export const conversion: PlannedMetric = {
  key: 'purchase',
  kind: 'proportion',
  role: 'primary',
  better: 'more',
  margin: null,
  maturesAfterMs: 0,
}
/** Two weeks with an even split. */
export const plan: AnalysisPlan = {
  mode: 'planned',
  startMs: 0,
  days: 14,
  alpha: 0.05,
  unitsPlanned: 7000,
  arms: [
    { key: 'off', weight: 1 },
    { key: 'on', weight: 1 },
  ],
  metrics: [conversion],
}

/** Sums of an arm's units of one day, `y` of which converted. */
export const row = (cohort: number, arm: string, n: number, y: number, more: Partial<CohortSums> = {}): CohortSums => ({
  metric: 'purchase',
  cohort,
  endMs: (cohort + 1) * day,
  arm,
  n,
  y,
  yy: y,
  ...more,
})
/** Converts sums to the input of an analysis. */
export const cohortsOf = (sums: readonly CohortSums[]): Cohorts => ({
  people: sums.filter(({ metric }) => metric === 'purchase').map(({ cohort, arm, n }) => ({ cohort, arm, n })),
  sums,
})
