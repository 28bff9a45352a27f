import type { Condition } from '../../../schemas/condition.ts'
import type { SegmentDocument } from '../../../schemas/segment.ts'
import { below } from '../../importing/finding.ts'
import type { StatsigSpec } from './config.ts'
import { nobody, type StatsigScope } from './scope.ts'
import { aboutOf, shareOf } from './spec.ts'

/** A segment, which is a gate there: the first rule whose conditions hold decides, and its share. */
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
    // who is about a rule with a share is inside by none that follows
    if (share !== 'all') earlier = [...earlier, { not: holds }]
  }
  const when = inside.length === 1 ? (inside[0] ?? nobody) : { any: inside }
  return { key, included: [], excluded: [], when: inside.length === 0 ? null : when }
}
