import type { ImportFinding } from '../../../features/imports/schemas/import.ts'
import type { FlagDocument } from '../../../schemas/flag.ts'
import type { SegmentDocument } from '../../../schemas/segment.ts'
import { displayKeys, type KnownKeys, reportKey } from '../../importing/display-keys.ts'
import { reportOn } from '../../importing/finding.ts'
import { fitDocuments } from '../../importing/fit-documents.ts'
import type { Imported } from '../../importing/imported.ts'
import { reportInvalidDocuments } from '../../importing/sound.ts'
import { conditionsOf, type Major } from './condition.ts'
import type { FvConfig } from './config.ts'
import { enabledFlagOf, type FvScope, variationFlagOf } from './feature.ts'
import { failingConditions, failingSentence, reportMisshapen } from './misshapen.ts'
import { variableFlagOf } from './variable.ts'

/** The key in `keys.flags` of the separate flag for a feature's variation. */
export const variationOf = (feature: string): string => `${feature}.variation`

/** The key in `keys.flags` of the separate flag for a variable. */
export const variableOf = (feature: string, variable: string): string => `${feature}.${variable}`

/**
 * Converts a built Featurevisor datafile to Fanion documents. Each feature becomes a boolean flag. A feature with
 * variations gets a second flag for the variation, with identical bucketing. Each variable becomes another flag.
 */
export const compileFeaturevisor = (config: FvConfig, major: Major, known: KnownKeys = {}): Imported => {
  const features = Object.entries(config.features)
  const names = features.map(([theirs]) => theirs)
  const variables = features.flatMap(([theirs, { variablesSchema }]) =>
    Object.keys(variablesSchema ?? {}).map((variable) => variableOf(theirs, variable)),
  )
  const keys = displayKeys([...names, ...names.map(variationOf), ...variables], 'feature', undefined, known.flags)
  const segmentKeys = displayKeys(Object.keys(config.segments), 'segment', undefined, known.segments)
  const variationKeys = new Map(names.map((theirs) => [theirs, keys.get(variationOf(theirs)) ?? variationOf(theirs)]))
  const findings: ImportFinding[] = []
  const flags = features.flatMap(([theirs, feature]): [string, FlagDocument][] => {
    const key = keys.get(theirs) ?? theirs
    const report = reportOn(findings, `flag ${theirs}`)
    reportKey(report, theirs, key, 'feature')
    reportMisshapen(report, feature)
    const scope: FvScope = { major, flagKeys: keys, variationKeys, segmentKeys, features: config.features, report }
    const variationKey = variationKeys.get(theirs) ?? variationOf(theirs)
    const variation = variationFlagOf(scope, theirs, variationKey, feature)
    return [
      [key, enabledFlagOf(scope, theirs, key, feature)],
      ...(variation === null ? [] : [[variationKey, variation] as [string, FlagDocument]]),
      ...Object.keys(feature.variablesSchema ?? {}).flatMap((variable): [string, FlagDocument][] => {
        const theirName = variableOf(theirs, variable)
        const ours = keys.get(theirName) ?? theirName
        // Warnings about its conditions were already reported for the feature.
        const document = variableFlagOf(
          { ...scope, report: () => undefined },
          theirs,
          [variable, theirName, ours],
          feature,
        )
        return document === null ? [] : [[ours, document]]
      }),
    ]
  })
  const segments = Object.entries(config.segments).map(([theirs, { conditions }]): [string, SegmentDocument] => {
    const key = segmentKeys.get(theirs) ?? theirs
    const report = reportOn(findings, `segment ${theirs}`)
    if (failingConditions(conditions)) report('block', 'conditions', failingSentence)
    return [key, { key, included: [], excluded: [], when: conditionsOf(conditions, major, report) }]
  })
  const imported: Imported = {
    flags: Object.fromEntries(flags),
    segments: Object.fromEntries(segments),
    findings,
    keys: { flags: keys, segments: segmentKeys },
    profile: `featurevisor/${major}`,
  }
  fitDocuments(imported)
  reportInvalidDocuments(imported)
  return imported
}
