import type { ArmRatio, ByArm, RatioQuestion } from '../../../../shared/features/ramps/guard-question.ts'
import type { CohortSums } from '../../../platform/event-store/store.ts'
import type { EventStoreCtx, ProjectCtx } from '../../../platform/kernel/ctx.ts'
import { eventsOf } from '../../events/queries.ts'
import { resolveMeasure } from '../../metrics/unit-measure.ts'
import { type RampQuestion, resultByTrust } from './count-users.ts'

/**
 * The ratio of two sums over the exposed users' events, by arm, computed over all rows. Includes only users whose whole
 * window has passed, plus the lag for late events. A partial window would count users repeatedly as they progress,
 * which invalidates the sequential comparison of the arms. Users who send more events per day than a person could are
 * excluded as robots.
 */
export const ratiosOf = async (
  ctx: ProjectCtx & EventStoreCtx,
  { question, ...asked }: RampQuestion<RatioQuestion>,
): Promise<{ all: ByArm<ArmRatio>; trusted: ByArm<ArmRatio> }> => {
  const { over, under, fromMs, lengthMs, lagMs } = question
  const { run, place, openedAt, now } = asked
  const measure = resolveMeasure({ kind: 'ratio', over, under }, await eventsOf(ctx.db, ctx.project))
  if (measure?.kind !== 'ratio') return { all: byArm([]), trusted: byArm([]) }
  const events = [measure.over.event, measure.under.event]
  return resultByTrust(ctx, { ...asked, question, events }, async (word) =>
    byArm(
      await ctx.measure.cohorts(ctx.db, {
        ...{ run, place, measure, window: { fromMs, lengthMs }, exposuresBy: word, eventsBy: word },
        // includes the millisecond in which the last user was exposed
        ...{ grainMs: null, fromMs: 0, toMs: now.getTime() - fromMs - lengthMs - lagMs + 1 },
        ...{ beforeMs: null, cap: null, withoutRobots: true, sinceMs: openedAt.getTime() },
      }),
    ),
  )
}

const byArm = (rows: readonly CohortSums[]): ByArm<ArmRatio> => {
  const of = (arm: number): ArmRatio => {
    const row = rows.find((one) => one.arm === arm)
    const { n = 0, y = 0, yy = 0, d = 0, dd = 0, yd = 0, withY = 0, withD = 0, robots = 0 } = row ?? {}
    return {
      sums: { over: { n, sum: y, sumsq: yy }, under: { n, sum: d, sumsq: dd }, product: yd },
      ...{ withOver: withY, withUnder: withD, robots },
    }
  }
  return { treatment: of(0), control: of(1) }
}
