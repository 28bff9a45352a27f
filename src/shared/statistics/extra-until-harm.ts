import { logShareEvidence } from './event-share.ts'
import { between0And1, positive } from './given.ts'
import { type GuardPlan, partOf } from './guard.ts'

/** More events than any ramp has. A guard that needs more will not find the harm. */
const most = 1e9

/**
 * Returns by how many units with the event the new variant differs from the usual rate when a guard finds harm, if they
 * occur `times` as often: additional units if more is worse, missing units if fewer is worse. Computed for expected
 * counts, so about half of such ramps are stopped by then. Null if the margin allows this rate, or if a billion events
 * would not show it.
 * @param share of the new variant among the compared users
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
  // ln E is convex in the events and starts below the limit, so it stays above the limit once it exceeds it.
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
