import type { PlannedMetric, Verdict } from './analysis-plan.ts'
import type { Interval } from './effect.ts'

/** Mirrors an interval if less is better, so that better is to the right. */
const turned = ([from, to]: Interval, better: 'more' | 'less'): Interval =>
  better === 'more' ? [from, to] : [-to, -from]

/**
 * Returns the verdict of an interval: entirely on one side of 0, within the margin, above the margin (guards), or open.
 * It depends on the interval alone, so it never contradicts it.
 * @param lift the relative interval; required by a relative margin
 */
export const verdictOf = (metric: PlannedMetric, difference: Interval, lift: Interval | null): Verdict => {
  const [from, to] = turned(difference, metric.better)
  if (metric.role !== 'guard' && from > 0) return 'wins'
  if (to < 0) return 'loses'
  const { margin } = metric
  if (margin === null) return 'not-decided'
  const read = 'relative' in margin ? lift : difference
  if (read === null) return 'not-decided'
  const [low, high] = turned(read, metric.better)
  const reach = 'relative' in margin ? margin.relative : margin.absolute
  if (metric.role === 'guard') return low > -reach ? 'no-worse' : 'not-decided'
  return low > -reach && high < reach ? 'no-difference' : 'not-decided'
}
