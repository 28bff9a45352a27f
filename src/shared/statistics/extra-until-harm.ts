import { logShareEvidence } from './event-share.ts'
import { between0And1, positive } from './given.ts'
import { type GuardPlan, partOf } from './guard.ts'

/** More than any ramp has: a guard that needs as many will not see it. */
const most = 1e9

/**
 * By how many units with the event the new variant differs from what was usual when a guard on them is against, where they come
 * to be `times` as many: more where more is worse, missing where fewer is. Along the counts that are expected, so about half of
 * all such ramps are stopped by then. Null where the margin allows as much, or it would not be seen in a billion events.
 * @param share of the new variant among those who are compared
 */
export function extraUntilHarm(plan: GuardPlan, times: number, share = 0.5): number | null {
  const { margin, alpha } = partOf(plan)
  positive(times, 'times')
  between0And1(share, 'share')
  const nullRatio = plan.worse === 'higher' ? 1 + margin : 1 - margin
  const there = (times * share) / (times * share + 1 - share)
  const isSeen = (events: number): boolean =>
    logShareEvidence([{ share, treatment: events * there, control: events * (1 - there) }], plan.worse, nullRatio) >=
    -Math.log(alpha)
  // ln E is convex in the events and begins below the limit: past it, it stays there
  let above = 1
  while (!isSeen(above)) {
    above *= 2
    if (above > most) return null
  }
  let below = above / 2
  while (above - below > 0.5) {
    const middle = (above + below) / 2
    if (isSeen(middle)) above = middle
    else below = middle
  }
  return Math.ceil(above * Math.abs(there - ((1 - there) * share) / (1 - share)))
}
