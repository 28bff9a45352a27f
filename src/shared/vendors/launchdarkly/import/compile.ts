import type { ImportFinding } from '../../../features/imports/schemas/import.ts'
import type { FlagDocument } from '../../../schemas/flag.ts'
import type { SegmentDocument } from '../../../schemas/segment.ts'
import { displayKeys, type KnownKeys, reportKey } from '../../importing/display-keys.ts'
import { reportOn } from '../../importing/finding.ts'
import { fitDocuments } from '../../importing/fit-documents.ts'
import type { Imported } from '../../importing/imported.ts'
import { reportInvalidDocuments } from '../../importing/sound.ts'
import type { LdConfig } from './config.ts'
import { flagOf } from './flag.ts'
import { segmentOf } from './segment.ts'

/**
 * Converts a LaunchDarkly environment to Fanion documents that serve every context the same variation, with identical
 * bucketing. Reports a finding for everything that cannot be converted. The document is the SDKs' payload; see
 * `config.ts`.
 */
export const compileLaunchDarkly = (config: LdConfig, known: KnownKeys = {}): Imported => {
  const theirSegments = config.segments ?? {}
  const required = Object.values(config.flags).flatMap((flag) => (flag.prerequisites ?? []).map(({ key }) => key))
  const flagKeys = displayKeys([...Object.keys(config.flags), ...required], 'flag', undefined, known.flags)
  const segmentKeys = displayKeys(Object.keys(theirSegments), 'segment', undefined, known.segments)
  const findings: ImportFinding[] = []
  const scopeOf = (kind: string, theirs: string, ours: string) => {
    const report = reportOn(findings, `${kind} ${theirs}`)
    reportKey(report, theirs, ours, kind)
    return { config, flagKeys, segmentKeys, report }
  }
  const flags = Object.entries(config.flags).map(([theirs, flag]): [string, FlagDocument] => {
    const key = flagKeys.get(theirs) ?? theirs
    return [key, flagOf(scopeOf('flag', theirs, key), theirs, key, flag)]
  })
  const segments = Object.entries(theirSegments).map(([theirs, segment]): [string, SegmentDocument] => {
    const key = segmentKeys.get(theirs) ?? theirs
    return [key, segmentOf(scopeOf('segment', theirs, key), theirs, key, segment)]
  })
  if (hasPercentages(config)) {
    const message = 'SDKs older than 2022-12 mixed a `secondary` key into the bucket of users who had one.'
    reportOn(findings, 'project')('warn', '', message)
  }
  const imported: Imported = {
    flags: Object.fromEntries(flags),
    segments: Object.fromEntries(segments),
    findings,
    keys: { flags: flagKeys, segments: segmentKeys },
    profile: 'launchdarkly/javascript',
  }
  fitDocuments(imported)
  reportInvalidDocuments(imported)
  return imported
}

const hasPercentages = (config: LdConfig): boolean =>
  Object.values(config.flags).some(({ fallthrough, rules }) =>
    [fallthrough, ...(rules ?? [])].some((one) => one?.rollout),
  ) || Object.values(config.segments ?? {}).some(({ rules }) => rules?.some(({ weight }) => weight != null))
