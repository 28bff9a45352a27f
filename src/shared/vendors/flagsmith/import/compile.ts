import type { ImportFinding } from '../../../features/imports/schemas/import.ts'
import type { FlagDocument } from '../../../schemas/flag.ts'
import type { SegmentDocument } from '../../../schemas/segment.ts'
import { displayKeys, type KnownKeys, reportKey } from '../../importing/display-keys.ts'
import { type Report, reportOn } from '../../importing/finding.ts'
import { fitDocuments } from '../../importing/fit-documents.ts'
import type { Imported } from '../../importing/imported.ts'
import { reportInvalidDocuments } from '../../importing/sound.ts'
import type { Engine } from './attribute.ts'
import { ruleOf } from './condition.ts'
import type { FsConfig, FsFeature, FsRule } from './config.ts'
import { byPriority, enabledFlagOf, featureOf, type State } from './feature.ts'
import { hasIdentity } from './point.ts'
import { type FsProject, projectOf } from './project.ts'

/**
 * Converts a Flagsmith environment to Fanion documents. Every identity gets the same value and the same enabled state,
 * with identical bucketing. A feature without values becomes a boolean flag. A feature with values becomes two flags,
 * one for the value and a boolean one, because the value is also served while the feature is disabled. `engine` is the
 * engine that served users; `project` combines what all environments contain.
 */
export const compileFlagsmith = (
  config: FsConfig,
  engine: Engine = 'node',
  known: KnownKeys = {},
  project: FsProject = projectOf([config]),
): Imported => {
  const theirSegments = config.segments ?? {}
  const names = Object.keys(config.features)
  const enabledFlags = new Map(
    names.flatMap((name): [string, string][] => {
      const flag = project.enabledFlags.get(name)
      return flag === undefined ? [] : [[name, flag]]
    }),
  )
  const flagKeys = displayKeys([...names, ...enabledFlags.values()], 'feature', undefined, known.flags)
  const segmentKeys = displayKeys(
    Object.keys(theirSegments),
    'segment',
    (id) => theirSegments[id]?.name ?? id,
    known.segments,
  )
  const findings: ImportFinding[] = []
  const overrides = overridesOf(theirSegments, segmentKeys)
  const flags = Object.entries(config.features).flatMap(([theirs, feature]): [string, FlagDocument][] => {
    const key = flagKeys.get(theirs) ?? theirs
    const report = reportOn(findings, `flag ${theirs}`)
    reportKey(report, theirs, key, 'feature')
    const states: State[] = [...byPriority(overrides.get(feature.name) ?? []), { segment: null, feature }]
    const visible = feature.serverOnly !== true
    const beside = enabledFlags.get(theirs)
    if (beside === undefined) return [[key, enabledFlagOf(theirs, key, states, visible)]]
    const enabledKey = flagKeys.get(beside) ?? beside
    reportValue(report, config, states, enabledKey)
    const elsewhere = project.states.get(feature.name) ?? []
    return [
      [key, featureOf(config, theirs, key, states, { visible, elsewhere })],
      [enabledKey, enabledFlagOf(beside, enabledKey, states, visible)],
    ]
  })
  if (config.compositeKeys === false) reportKeys(reportOn(findings, 'project'))
  const segments = Object.entries(theirSegments).map(([id, segment]): [string, SegmentDocument] => {
    const key = segmentKeys.get(id) ?? id
    const report = reportOn(findings, `segment ${id}`)
    for (const [i, rule] of segment.rules.entries()) reportDifferences(report, engine, rule, `rules.${i}`)
    const all = segment.rules.map((rule) => ruleOf({ config, engine, segmentKey: segment.key, report }, rule))
    // Flagsmith evaluates no segments without an identity.
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
    enabledOf: new Map([...enabledFlags].map(([name, flag]) => [flag, name])),
    profile: `flagsmith/${engine}`,
  }
  fitDocuments(imported)
  reportInvalidDocuments(imported)
  return imported
}

type Override = State & Pick<FsFeature, 'priority'>

const overridesOf = (
  segments: NonNullable<FsConfig['segments']>,
  keys: ReadonlyMap<string, string>,
): ReadonlyMap<string, readonly Override[]> => {
  const overrides = new Map<string, Override[]>()
  for (const [id, segment] of Object.entries(segments)) {
    for (const feature of segment.overrides ?? []) {
      const override = { segment: keys.get(id) ?? id, feature, priority: feature.priority }
      const known = overrides.get(feature.name)
      if (known === undefined) overrides.set(feature.name, [override])
      else known.push(override)
    }
  }
  return overrides
}

/**
 * A value is served even if the feature is disabled. If the project hides disabled features, some SDKs do not get it.
 */
const reportValue = (report: Report, config: FsConfig, states: readonly State[], enabledKey: string): void => {
  if (config.hidesDisabled === true && states.some(({ feature }) => !feature.enabled)) {
    const why = 'Its project hides disabled features: its server tells no value of one, here its value is served.'
    report('warn', '', `${why} Whether it is enabled is the boolean flag ${enabledKey}: ask for that first.`)
    return
  }
  const why = 'Its value is served whether it is enabled or not, as before.'
  report('info', '', `${why} Whether it is enabled is the boolean flag ${enabledKey}.`)
}

const reportKeys = (report: Report): void => {
  const what = 'Buckets of this project depend on the ids that identities have in its database.'
  report('warn', '', `${what} Export them and pass each as identityKey, or some users move.`)
}

/** Operators whose result depends on the engine for some trait values. */
const disputed = new Set(['REGEX', 'MODULO', 'NOT_EQUAL', 'NOT_CONTAINS'])

const reportDifferences = (report: Report, engine: Engine, rule: FsRule, path: string): void => {
  for (const [i, { operator, property }] of (rule.conditions ?? []).entries()) {
    const isSplit = operator === 'PERCENTAGE_SPLIT' && property != null && property !== '' && !property.startsWith('$.')
    if (!disputed.has(operator) && !isSplit) continue
    const what = `Condition ${property ?? ''} ${operator} gives different answers on Flagsmith's server and in local evaluation`
    report('warn', `${path}.conditions.${i}`, `${what}; imported as profile ${engine}.`)
  }
  for (const [i, inner] of (rule.rules ?? []).entries()) reportDifferences(report, engine, inner, `${path}.rules.${i}`)
}
