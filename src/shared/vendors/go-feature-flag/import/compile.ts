import type { ImportFinding } from '../../../features/imports/schemas/import.ts'
import type { FlagDocument } from '../../../schemas/flag.ts'
import { displayKeys, type KnownKeys, reportKey } from '../../importing/display-keys.ts'
import { reportOn } from '../../importing/finding.ts'
import { fitDocuments } from '../../importing/fit-documents.ts'
import type { Imported } from '../../importing/imported.ts'
import { reportInvalidDocuments } from '../../importing/sound.ts'
import type { GoffConfig } from './config.ts'
import { flagOf } from './flag.ts'

/**
 * Converts a GO Feature Flag file, as it applies at an instant, to Fanion documents. They serve the variations that its
 * relay proxy serves, with identical bucketing. Reports a finding for everything that cannot be converted.
 */
export const compileGoFeatureFlag = (config: GoffConfig, known: KnownKeys, nowMs: number): Imported => {
  const keys = displayKeys(Object.keys(config), 'flag', undefined, known.flags)
  const findings: ImportFinding[] = []
  const flags = Object.entries(config).map(([theirs, flag]): [string, FlagDocument] => {
    const key = keys.get(theirs) ?? theirs
    const report = reportOn(findings, `flag ${theirs}`)
    reportKey(report, theirs, key, 'flag')
    return [key, flagOf(theirs, key, flag, nowMs, report)]
  })
  const imported: Imported = {
    flags: Object.fromEntries(flags),
    segments: {},
    findings,
    keys: { flags: keys, segments: new Map() },
    profile: 'go-feature-flag',
  }
  fitDocuments(imported)
  reportInvalidDocuments(imported)
  return imported
}
