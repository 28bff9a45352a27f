import { partsOf } from '../../../../shared/features/metrics/schemas/metric.ts'
import type { ProjectCtx } from '../../../platform/kernel/ctx.ts'
import { type Freshness, freshness } from '../../sources/freshness.ts'
import type { SomeRun } from './some-run.ts'

/**
 * What time it is for a run: now, or when the facts that its metrics and its exposures are read of were last complete. By a fact that stands still no cohort
 * matures, no look is due and nothing is decided.
 */
export async function runClock(
  ctx: ProjectCtx,
  { experiment, plan, startedAt }: Pick<SomeRun, 'experiment' | 'plan' | 'startedAt'>,
): Promise<Freshness> {
  const events = plan.metrics.flatMap(({ definition }) => partsOf(definition.measure).map(({ event }) => event))
  const { clock, late } = await freshness(ctx, experiment.environmentId, { events, exposures: true }, startedAt)
  return { clock: clock < startedAt ? startedAt : clock, late }
}
