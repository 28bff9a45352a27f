import type { ExperimentResult } from '../../../../shared/features/experiments/schemas/experiment-results.ts'
import type { Result } from '../../../../shared/statistics/analysis-plan.ts'

export const intervalView = (ends: readonly [number, number] | null): [number, number] | null =>
  ends ? [ends[0], ends[1]] : null

export const resultView = (one: Result): ExperimentResult => ({
  ...one,
  interval: intervalView(one.interval),
  liftInterval: intervalView(one.liftInterval),
})
