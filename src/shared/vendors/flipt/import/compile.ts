import type { ImportFinding } from '../../../features/imports/schemas/import.ts'
import type { FlagDocument } from '../../../schemas/flag.ts'
import type { SegmentDocument } from '../../../schemas/segment.ts'
import { displayKeys, type KnownKeys, reportKey } from '../../importing/display-keys.ts'
import { below, reportOn } from '../../importing/finding.ts'
import { fitDocuments } from '../../importing/fit-documents.ts'
import type { Imported } from '../../importing/imported.ts'
import { reportInvalidDocuments } from '../../importing/sound.ts'
import type { FliptConfig } from './config.ts'
import { constraintOf } from './constraint.ts'
import { flagOf } from './flag.ts'

/** Keys that occur more than once with different content. */
const disputed = (all: readonly { key: string }[]): ReadonlySet<string> => {
  const seen = new Map<string, string>()
  const twice = new Set<string>()
  for (const one of all) {
    const text = JSON.stringify(one)
    if ((seen.get(one.key) ?? text) !== text) twice.add(one.key)
    seen.set(one.key, text)
  }
  return twice
}

/**
 * Converts a Flipt namespace to Fanion documents that serve every entity and context the same variant or boolean, with
 * identical bucketing. Reports a finding for everything that cannot be converted.
 */
export const compileFlipt = (config: FliptConfig, known: KnownKeys = {}): Imported => {
  const theirs = config.segments ?? []
  const flagKeys = displayKeys(
    config.flags.map(({ key }) => key),
    'flag',
    undefined,
    known.flags,
  )
  const segmentKeys = displayKeys(
    theirs.map(({ key }) => key),
    'segment',
    undefined,
    known.segments,
  )
  const findings: ImportFinding[] = []
  for (const key of disputed(config.flags))
    reportOn(findings, `flag ${key}`)('block', '', 'Two flags that differ have this key. Leave one of them out.')
  for (const key of disputed(theirs))
    reportOn(findings, `segment ${key}`)('block', '', 'Two segments that differ have this key. Leave one of them out.')
  const imported: Imported = {
    flags: Object.fromEntries(
      config.flags.map((flag): [string, FlagDocument] => {
        const key = flagKeys.get(flag.key) ?? flag.key
        const report = reportOn(findings, `flag ${flag.key}`)
        reportKey(report, flag.key, key, 'flag')
        return [key, flagOf({ segmentKeys, report }, key, flag)]
      }),
    ),
    segments: Object.fromEntries(
      theirs.map((segment): [string, SegmentDocument] => {
        const key = segmentKeys.get(segment.key) ?? segment.key
        const report = reportOn(findings, `segment ${segment.key}`)
        reportKey(report, segment.key, key, 'segment')
        const conditions = (segment.constraints ?? []).map((one, i) =>
          constraintOf(below(report, `constraints.${i}`), one),
        )
        if (segment.match_type != null && !/^(?:ALL|ANY)_MATCH_TYPE$/.test(segment.match_type)) {
          const message = `Its match type is ${JSON.stringify(segment.match_type)}. Make it ALL_MATCH_TYPE or ANY_MATCH_TYPE.`
          report('block', 'match_type', message)
        }
        // A segment without constraints matches everyone.
        const any = segment.match_type === 'ANY_MATCH_TYPE' && conditions.length > 0
        return [key, { key, included: [], excluded: [], when: any ? { any: conditions } : { all: conditions } }]
      }),
    ),
    findings,
    keys: { flags: flagKeys, segments: segmentKeys },
    profile: 'flipt',
  }
  fitDocuments(imported)
  reportInvalidDocuments(imported)
  return imported
}
