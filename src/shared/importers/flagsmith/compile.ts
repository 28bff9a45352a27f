import type { FlagDocument } from '../../schemas/flag.ts'
import type { Finding } from '../../schemas/import.ts'
import type { SegmentDocument } from '../../schemas/segment.ts'
import { displayKeys, type KnownKeys, reportKey } from '../display-keys.ts'
import { type Report, reportOn } from '../finding.ts'
import type { Imported } from '../imported.ts'
import { reportUnsound } from '../sound.ts'
import { type Engine, ruleOf } from './condition.ts'
import type { FsConfig, FsRule } from './config.ts'
import { byPriority, enabledFlagOf, featureOf, hasValues, type State } from './feature.ts'
import { hasIdentity } from './point.ts'

/** Whether a feature that has values is enabled is a flag of its own, of this name in `keys.flags`. */
export const enabledOf = (feature: string): string => `${feature}.enabled`

/**
 * One Flagsmith environment as documents of ours: the same value, and the same enabled or not, for the same identity, to
 * the bucket. A feature without values is a boolean flag. One with values is two, since its value is served whether it is
 * enabled or not: a flag with the value, and a boolean one beside it. `engine` is the one that served the users.
 */
export const compileFlagsmith = (config: FsConfig, engine: Engine = 'node', known: KnownKeys = {}): Imported => {
  const theirSegments = config.segments ?? {}
  const names = Object.keys(config.features)
  const overridesAll = Object.values(theirSegments).flatMap((segment) => segment.overrides ?? [])
  const valued = new Set(
    names.filter((theirs) => {
      const feature = config.features[theirs]
      return feature !== undefined && hasValues([feature, ...overridesAll.filter(({ name }) => name === feature.name)])
    }),
  )
  const flagKeys = displayKeys(
    [...names, ...names.filter((name) => valued.has(name)).map(enabledOf)],
    'feature',
    undefined,
    known.flags,
  )
  const segmentKeys = displayKeys(
    Object.keys(theirSegments),
    'segment',
    (id) => theirSegments[id]?.name ?? id,
    known.segments,
  )
  const findings: Finding[] = []
  const overrides = Object.entries(theirSegments).flatMap(([id, segment]) =>
    (segment.overrides ?? []).map((feature) => ({
      segment: segmentKeys.get(id) ?? id,
      feature,
      priority: feature.priority,
    })),
  )
  const flags = Object.entries(config.features).flatMap(([theirs, feature]): [string, FlagDocument][] => {
    const key = flagKeys.get(theirs) ?? theirs
    const report = reportOn(findings, `flag ${theirs}`)
    reportKey(report, theirs, key, 'feature')
    const own = byPriority(overrides.filter((override) => override.feature.name === feature.name))
    const states: State[] = [...own, { segment: null, feature }]
    const enabledKey = flagKeys.get(enabledOf(theirs)) ?? enabledOf(theirs)
    if (!valued.has(theirs)) return [[key, enabledFlagOf(theirs, key, states)]]
    const why = 'Its value is served whether it is enabled or not, as before.'
    report('info', '', `${why} Whether it is enabled is the boolean flag ${enabledKey}.`)
    return [
      [key, featureOf(config, theirs, key, states)],
      [enabledKey, enabledFlagOf(enabledOf(theirs), enabledKey, states)],
    ]
  })
  if (config.compositeKeys === false) reportKeys(reportOn(findings, 'project'))
  const segments = Object.entries(theirSegments).map(([id, segment]): [string, SegmentDocument] => {
    const key = segmentKeys.get(id) ?? id
    const report = reportOn(findings, `segment ${id}`)
    for (const [i, rule] of segment.rules.entries()) reportDifferences(report, engine, rule, `rules.${i}`)
    const all = segment.rules.map((rule) => ruleOf({ config, engine, segmentKey: segment.key, report }, rule))
    // Without an identity nobody is asked about segments.
    return [
      key,
      { key, included: [], excluded: [], when: all.length === 0 ? { any: [] } : { all: [hasIdentity, ...all] } },
    ]
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

const reportKeys = (report: Report): void => {
  const what = 'Buckets of this project depend on the ids that identities have in its database.'
  report('warn', '', `${what} Export them and pass each as identityKey, or some users move.`)
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
