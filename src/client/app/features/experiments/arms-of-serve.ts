import type { ExperimentArm } from '../../../../shared/features/experiments/schemas/experiment.ts'
import { limits } from '../../../../shared/limits.ts'
import type { Serve } from '../../../../shared/schemas/split.ts'

/**
 * Arms of a split with integer weights, the first as the control. Null unless the split has at least two variants and
 * covers all users.
 */
export const armsOfServe = (serve: Serve): ExperimentArm[] | null => {
  if (!('split' in serve)) return null
  const weights = new Map<string, number>()
  for (const { variant, from, to } of serve.split.parts) weights.set(variant, (weights.get(variant) ?? 0) + to - from)
  const arms = [...weights].flatMap(([variant, weight]) => (weight > 0 ? [{ variant, weight }] : []))
  const sum = arms.reduce((all, { weight }) => all + weight, 0)
  const fits = arms.length >= 2 && arms.length <= limits.armsPerExperiment && sum === limits.weightUnits
  return fits ? arms : null
}
