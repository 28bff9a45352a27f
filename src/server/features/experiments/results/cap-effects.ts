import type { ExperimentResults } from '../../../../shared/features/experiments/schemas/experiment-results.ts'
import type { ProjectCtx } from '../../../platform/kernel/ctx.ts'
import type { LoadedRun } from './load-run.ts'
import { type CohortRow, cohortsOfRun } from './queries.ts'

const dayMs = 24 * 3_600_000

/**
 * The effect of each metric cap at a time: the difference of means with and without the cap, and the number of capped
 * units.
 */
export async function capEffects(
  ctx: ProjectCtx,
  { row, metrics, analysis }: LoadedRun,
  atMs: number,
): Promise<ExperimentResults['caps']> {
  const capped = metrics.filter(({ cap }) => cap !== null)
  if (capped.length === 0) return []
  const rows = await cohortsOfRun(ctx.db, ctx.project, row.run)
  const [, ...others] = analysis.arms
  return capped.flatMap(({ key }) => {
    const after = analysis.metrics.find((one) => one.key === key)?.maturesAfterMs ?? 0
    const mine = rows.filter(({ metric, cohort }) => metric === key && (cohort + 1) * dayMs + after <= atMs)
    const control = meansOf(mine, 0)
    return others.flatMap((arm, at) => {
      const treatment = meansOf(mine, at + 1)
      if (!control || !treatment) return []
      return [
        {
          ...{ metric: key, arm: arm.key, capped: control.capped + treatment.capped },
          difference: treatment.mean - control.mean,
          uncapped: treatment.uncapped - control.uncapped,
        },
      ]
    })
  })
}

const meansOf = (rows: readonly CohortRow[], arm: number) => {
  const sum = (name: 'n' | 'y' | 'uncappedY' | 'capped') =>
    rows.filter((row) => row.arm === arm).reduce((total, { sums }) => total + sums[name], 0)
  const n = sum('n')
  return n === 0 ? undefined : { mean: sum('y') / n, uncapped: sum('uncappedY') / n, capped: sum('capped') }
}
