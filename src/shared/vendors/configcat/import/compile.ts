import type { Finding } from '../../../features/imports/schemas/import.ts'
import type { SegmentDocument } from '../../../schemas/segment.ts'
import { displayKeys, type KnownKeys, reportKey } from '../../importing/display-keys.ts'
import { below, reportOn } from '../../importing/finding.ts'
import { fitDocuments } from '../../importing/fit-documents.ts'
import type { Imported } from '../../importing/imported.ts'
import { reportUnsound } from '../../importing/sound.ts'
import { userCondition } from './condition.ts'
import type { CcConfig } from './config.ts'
import type { CcScope } from './scope.ts'
import { settingOf } from './setting.ts'

/**
 * One ConfigCat environment as documents of ours: the same value for the same user, to the bucket, and findings for what
 * cannot be taken over.
 */
export const compileConfigCat = (config: CcConfig, known: KnownKeys = {}): Imported => {
  const settings = config.f ?? {}
  const segments = config.s ?? []
  const flagKeys = displayKeys(Object.keys(settings), 'setting', undefined, known.flags)
  const byIndex = displayKeys(
    segments.map((_, i) => String(i)),
    'segment',
    (i) => segments[Number(i)]?.n ?? i,
    // theirs are places here, which another environment may have in another order
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
  const findings: Finding[] = []
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
  reportUnsound(imported)
  return imported
}
