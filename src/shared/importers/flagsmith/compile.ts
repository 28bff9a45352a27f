import type { FlagDocument } from '../../schemas/flag.ts'
import type { Finding } from '../../schemas/import.ts'
import type { SegmentDocument } from '../../schemas/segment.ts'
import { displayKeys, reportKey } from '../display-keys.ts'
import { type Report, reportOn } from '../finding.ts'
import type { Imported } from '../imported.ts'
import { reportUnsound } from '../sound.ts'
import { type Engine, ruleOf } from './condition.ts'
import type { FsConfig, FsRule } from './config.ts'
import { byPriority, featureOf, type State } from './feature.ts'

/**
 * One Flagsmith environment as documents of ours: the same value, and the same enabled or not, for the same identity, to
 * the bucket. `engine` is the one that served the users.
 */
export const compileFlagsmith = (config: FsConfig, engine: Engine = 'node'): Imported => {
  const theirSegments = config.segments ?? {}
  const flagKeys = displayKeys(Object.keys(config.features), 'feature')
  const segmentKeys = displayKeys(Object.keys(theirSegments), 'segment', (id) => theirSegments[id]?.name ?? id)
  const findings: Finding[] = []
  const overrides = Object.entries(theirSegments).flatMap(([id, segment]) =>
    (segment.overrides ?? []).map((feature) => ({
      segment: segmentKeys.get(id) ?? id,
      feature,
      priority: feature.priority,
    })),
  )
  const flags = Object.entries(config.features).map(([theirs, feature]): [string, FlagDocument] => {
    const key = flagKeys.get(theirs) ?? theirs
    reportKey(reportOn(findings, `flag ${theirs}`), theirs, key, 'feature')
    const own = byPriority(overrides.filter((override) => override.feature.name === feature.name))
    const states: State[] = [...own, { segment: null, feature }]
    return [key, featureOf(config, theirs, key, states)]
  })
  const segments = Object.entries(theirSegments).map(([id, segment]): [string, SegmentDocument] => {
    const key = segmentKeys.get(id) ?? id
    const report = reportOn(findings, `segment ${segment.name}`)
    for (const [i, rule] of segment.rules.entries()) reportDifferences(report, engine, rule, `rules.${i}`)
    const all = segment.rules.map((rule) => ruleOf({ config, engine, segmentKey: segment.key }, rule))
    return [key, { key, included: [], excluded: [], when: all.length === 0 ? { any: [] } : { all } }]
  })
  const imported: Imported = {
    flags: Object.fromEntries(flags),
    segments: Object.fromEntries(segments),
    findings,
    keys: { flags: flagKeys, segments: segmentKeys },
    profile: `flagsmith/${engine}`,
  }
  reportUnsound(imported)
  return imported
}

/** Operators whose answer depends on the engine for some traits. */
const disputed = new Set(['REGEX', 'MODULO', 'NOT_EQUAL', 'NOT_CONTAINS'])

const reportDifferences = (report: Report, engine: Engine, rule: FsRule, path: string): void => {
  for (const [i, { operator, property }] of (rule.conditions ?? []).entries()) {
    if (!disputed.has(operator)) continue
    const what = `Condition ${property ?? ''} ${operator} gives different answers on Flagsmith's server and in local evaluation`
    report('warn', `${path}.conditions.${i}`, `${what}; imported as profile ${engine}.`)
  }
  for (const [i, inner] of (rule.rules ?? []).entries()) reportDifferences(report, engine, inner, `${path}.rules.${i}`)
}
