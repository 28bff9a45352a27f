import type { RunPlan } from '../../../shared/features/experiments/run-plan.ts'
import { limits } from '../../../shared/limits.ts'
import type { EnvironmentCtx, EventStoreCtx } from '../../platform/kernel/ctx.ts'
import { requireFlag } from '../ramps/propose.ts'
import { checkSetup } from './check-setup.ts'
import { computeCap, newUnitsADay, readBaseline, readPastData } from './past-data.ts'
import type { ExperimentRow } from './queries.ts'

/** Number of units at which an open-ended test is tuned to be most sensitive, if the traffic is unknown. */
const unitsUnknown = 10_000

/**
 * Builds the analysis plan of a run from current definitions and data: metric versions, numeric caps, and the expected
 * units of two arms. Throws `experiment/invalid`.
 */
export async function planRun(
  ctx: EnvironmentCtx & EventStoreCtx,
  { key, flag, setup }: Pick<ExperimentRow, 'key' | 'flag' | 'setup'>,
): Promise<RunPlan> {
  const { metrics } = await checkSetup(ctx, setup, await requireFlag(ctx, flag))
  const past = await readPastData(ctx)
  const pinned = []
  for (const metric of metrics) pinned.push({ ...metric, cap: await computeCap(ctx, past, metric) })
  const [primary] = pinned
  const baseline = past && primary && (await readBaseline(ctx, past, primary))
  const share = setup.share / limits.weightUnits
  const expected = past && baseline ? (newUnitsADay(baseline, past) * setup.days * share * 2) / setup.arms.length : 0
  return {
    experiment: key,
    setup,
    metrics: pinned,
    unitsPlanned: expected >= 100 ? Math.round(expected) : unitsUnknown,
  }
}
