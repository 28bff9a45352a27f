import type { Condition } from '../../../schemas/condition.ts'
import type { SegmentDocument } from '../../../schemas/segment.ts'
import { below } from '../../importing/finding.ts'
import type { StatsigSpec } from './config.ts'
import { nobody, type StatsigScope } from './scope.ts'
import { aboutOf, shareOf } from './spec.ts'

/** Converts a segment, which is a gate in Statsig: the first matching rule and its percentage decide. */
export const segmentOf = (scope: StatsigScope, key: string, spec: StatsigSpec): SegmentDocument => {
  let earlier: Condition[] = []
  const inside: Condition[] = []
  for (const [i, rule] of spec.enabled ? spec.rules.entries() : []) {
    const { holds } = aboutOf({ ...scope, report: below(scope.report, `rules.${i}`) }, rule)
    const share = shareOf(spec, rule)
    if (share !== 'none') {
      const parts = [...earlier, holds, ...(share === 'all' ? [] : [{ within: share }])].filter((one) => one !== true)
      inside.push(parts.length === 0 ? true : { all: parts })
    }
    // A user who matches a rule with a percentage is not tested against later rules.
    if (share !== 'all') earlier = [...earlier, { not: holds }]
  }
  const when = inside.length === 1 ? (inside[0] ?? nobody) : { any: inside }
  return { key, included: [], excluded: [], when: inside.length === 0 ? null : when }
}
