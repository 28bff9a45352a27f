import { partsOf } from '../../../../shared/features/metrics/schemas/metric.ts'
import type { ProjectCtx } from '../../../platform/kernel/ctx.ts'
import { type Freshness, freshness } from '../../sources/freshness.ts'
import type { LoadedRun } from './load-run.ts'

/**
 * The time until which a run's data is complete: now, or when the facts behind its metrics and exposures were last
 * complete. While a fact is late, no cohort matures, no look is due and nothing is decided.
 */
export async function runClock(
  ctx: ProjectCtx,
  { experiment, plan, startedAt }: Pick<LoadedRun, 'experiment' | 'plan' | 'startedAt'>,
): Promise<Freshness> {
  const events = plan.metrics.flatMap(({ definition }) => partsOf(definition.measure).map(({ event }) => event))
  const { clock, late } = await freshness(ctx, experiment.environmentId, { events, exposures: true }, startedAt)
  return { clock: clock < startedAt ? startedAt : clock, late }
}
