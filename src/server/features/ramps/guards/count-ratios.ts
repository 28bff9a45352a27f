import type { ArmRatio, ByArm, RatioQuestion } from '../../../../shared/features/ramps/guard-question.ts'
import type { CohortSums } from '../../../platform/event-store/store.ts'
import type { MeasureCtx, ProjectCtx } from '../../../platform/kernel/ctx.ts'
import { eventsOf } from '../../events/queries.ts'
import { unitMeasure } from '../../metrics/unit-measure.ts'
import { type Asked, byWord } from './count-users.ts'

/**
 * What the exposed users' events add up to over what others of theirs add up to, by arm, of all rows anew: of users who have had
 * the whole window, and whose events have had time to arrive. Until then a user is not there at all: with half of a window
 * they would be counted again and again as they go on, and the sequence that compares the arms would not hold. Whoever sent
 * more than a robot's events a day is left out.
 */
export const ratiosOf = async (
  ctx: ProjectCtx & MeasureCtx,
  { question, ...asked }: Asked<RatioQuestion>,
): Promise<{ all: ByArm<ArmRatio>; trusted: ByArm<ArmRatio> }> => {
  const { over, under, fromMs, lengthMs, lagMs } = question
  const { run, place, openedAt, now } = asked
  const measure = unitMeasure({ kind: 'ratio', over, under }, await eventsOf(ctx.db, ctx.project))
  if (measure?.kind !== 'ratio') return { all: byArm([]), trusted: byArm([]) }
  const events = [measure.over.event, measure.under.event]
  return byWord(ctx, { ...asked, question, events }, async (word) =>
    byArm(
      await ctx.measure.cohorts(ctx.db, {
        ...{ run, place, measure, window: { fromMs, lengthMs }, exposuresBy: word, eventsBy: word },
        // the millisecond in which the last of them came counts
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
