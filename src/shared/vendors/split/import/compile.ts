import type { ImportFinding } from '../../../features/imports/schemas/import.ts'
import type { FlagDocument } from '../../../schemas/flag.ts'
import type { SegmentDocument } from '../../../schemas/segment.ts'
import { displayKeys, type KnownKeys, reportKey } from '../../importing/display-keys.ts'
import { reportOn } from '../../importing/finding.ts'
import { fitDocuments } from '../../importing/fit-documents.ts'
import type { Imported } from '../../importing/imported.ts'
import { reportInvalidDocuments } from '../../importing/sound.ts'
import type { SplitConfig } from './config.ts'
import { splitOf } from './split.ts'

/**
 * Converts a Split environment to Fanion documents that serve every key the same treatment, with identical bucketing.
 * Reports a finding for everything that cannot be converted.
 */
export const compileSplit = (config: SplitConfig, known: KnownKeys = {}): Imported => {
  const live = config.splits.filter(({ status }) => status !== 'ARCHIVED')
  const flagKeys = displayKeys(
    live.map(({ name }) => name),
    'split',
    undefined,
    known.flags,
  )
  const segmentKeys = displayKeys(Object.keys(config.segments), 'segment', undefined, known.segments)
  const findings: ImportFinding[] = []
  const imported: Imported = {
    flags: Object.fromEntries(
      live.map((split): [string, FlagDocument] => {
        const key = flagKeys.get(split.name) ?? split.name
        const report = reportOn(findings, `flag ${split.name}`)
        reportKey(report, split.name, key, 'split')
        return [key, splitOf({ config, flagKeys, segmentKeys, report }, key, split)]
      }),
    ),
    segments: Object.fromEntries(
      Object.entries(config.segments).map(([name, keys]): [string, SegmentDocument] => {
        const key = segmentKeys.get(name) ?? name
        reportKey(reportOn(findings, `segment ${name}`), name, key, 'segment')
        return [key, { key, included: [...new Set(keys)], excluded: [], when: null }]
      }),
    ),
    findings,
    keys: { flags: flagKeys, segments: segmentKeys },
    profile: 'split',
  }
  fitDocuments(imported)
  reportInvalidDocuments(imported)
  return imported
}
