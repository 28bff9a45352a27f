import type { RunPlan } from '../../../shared/features/experiments/run-plan.ts'
import { limits } from '../../../shared/limits.ts'
import type { EnvironmentCtx, MeasureCtx } from '../../platform/kernel/ctx.ts'
import { requireFlag } from '../ramps/propose.ts'
import { checkSetup } from './check-setup.ts'
import { baselineOf, capOf, newUnitsADay, pastOf } from './past.ts'
import type { ExperimentRow } from './queries.ts'

/** Units at which an open-ended test is sharpest, where nothing is known of how many come. */
const unitsUnknown = 10_000

/**
 * What a run of an experiment would be judged by, fixed from what is defined and known now: versions of metrics, caps as numbers,
 * and the units of two arms that are expected. `experiment/invalid`.
 */
export async function planRun(
  ctx: EnvironmentCtx & MeasureCtx,
  { key, flag, setup }: Pick<ExperimentRow, 'key' | 'flag' | 'setup'>,
): Promise<RunPlan> {
  const { metrics } = await checkSetup(ctx, setup, await requireFlag(ctx, flag))
  const past = await pastOf(ctx)
  const pinned = []
  for (const metric of metrics) pinned.push({ ...metric, cap: await capOf(ctx, past, metric) })
  const [primary] = pinned
  const baseline = past && primary && (await baselineOf(ctx, past, primary))
  const share = setup.share / limits.weightUnits
  const expected = past && baseline ? (newUnitsADay(baseline, past) * setup.days * share * 2) / setup.arms.length : 0
  return {
    experiment: key,
    setup,
    metrics: pinned,
    unitsPlanned: expected >= 100 ? Math.round(expected) : unitsUnknown,
  }
}
