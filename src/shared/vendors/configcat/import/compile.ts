import type { ImportFinding } from '../../../features/imports/schemas/import.ts'
import type { SegmentDocument } from '../../../schemas/segment.ts'
import { displayKeys, type KnownKeys, reportKey } from '../../importing/display-keys.ts'
import { below, reportOn } from '../../importing/finding.ts'
import { fitDocuments } from '../../importing/fit-documents.ts'
import type { Imported } from '../../importing/imported.ts'
import { reportInvalidDocuments } from '../../importing/sound.ts'
import { userCondition } from './condition.ts'
import type { CcConfig } from './config.ts'
import type { CcScope } from './scope.ts'
import { settingOf } from './setting.ts'

/**
 * Converts a ConfigCat environment to Fanion documents that serve every user the same value, with identical bucketing.
 * Reports a finding for everything that cannot be converted.
 */
export const compileConfigCat = (config: CcConfig, known: KnownKeys = {}): Imported => {
  const settings = config.f ?? {}
  const segments = config.s ?? []
  const flagKeys = displayKeys(Object.keys(settings), 'setting', undefined, known.flags)
  const byIndex = displayKeys(
    segments.map((_, i) => String(i)),
    'segment',
    (i) => segments[Number(i)]?.n ?? i,
    // Conditions refer to segments by index, and the order can differ between environments. So segments are matched by
    // name.
    new Map(
      segments.flatMap(({ n }, i): [string, string][] => {
        const key = known.segments?.get(n)
        return key === undefined ? [] : [[String(i), key]]
      }),
    ),
  )
  const segmentKeys = segments.map((_, i) => byIndex.get(String(i)) ?? String(i))
  const names = segments.map(({ n }) => n)
  const met = new Set<string>()
  const namesakes = new Set(names.filter((name) => met.size === met.add(name).size))
  const sharing = new Set(names.flatMap((name, i) => (namesakes.has(name) ? [i] : [])))
  const findings: ImportFinding[] = []
  const scopeOf = (subject: string, contextSalt: string): CcScope => ({
    flagKeys,
    segmentKeys,
    namesakes: sharing,
    salt: config.p?.s ?? '',
    contextSalt,
    report: reportOn(findings, subject),
  })
  const imported: Imported = {
    flags: Object.fromEntries(
      Object.entries(settings).map(([theirs, setting]) => {
        const key = flagKeys.get(theirs) ?? theirs
        const scope = scopeOf(`flag ${theirs}`, theirs)
        reportKey(scope.report, theirs, key, 'setting')
        return [key, settingOf(scope, theirs, key, setting)]
      }),
    ),
    segments: Object.fromEntries(
      segments.map(({ n, r }, i): [string, SegmentDocument] => {
        const key = segmentKeys[i] ?? n
        const scope = scopeOf(`segment ${n}`, n)
        if (namesakes.has(n))
          scope.report('block', 'n', 'Another segment has this name, too. Give it a name of its own, and import again.')
        const all = (r ?? []).map((one, j) => userCondition({ ...scope, report: below(scope.report, `r.${j}`) }, one))
        return [key, { key, included: [], excluded: [], when: { all } }]
      }),
    ),
    findings,
    keys: { flags: flagKeys, segments: new Map(segments.map(({ n }, i) => [n, segmentKeys[i] ?? n])) },
    profile: 'configcat',
  }
  fitDocuments(imported)
  reportInvalidDocuments(imported)
  return imported
}
