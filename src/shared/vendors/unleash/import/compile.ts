import type { ImportFinding } from '../../../features/imports/schemas/import.ts'
import type { SegmentDocument } from '../../../schemas/segment.ts'
import { displayKeys, type KnownKeys, reportKey } from '../../importing/display-keys.ts'
import { below, reportOn } from '../../importing/finding.ts'
import { fitDocuments } from '../../importing/fit-documents.ts'
import type { Imported } from '../../importing/imported.ts'
import { reportInvalidDocuments } from '../../importing/sound.ts'
import type { UnleashConfig } from './config.ts'
import { constraintOf } from './constraint.ts'
import { featureOf } from './feature.ts'

export type UnleashOptions = {
  /** The SDK that served users. They hash non-ASCII text differently. The default is JavaScript. */
  sdk?: 'javascript' | 'other'
}

/**
 * Converts an Unleash environment to Fanion documents that are enabled for the same contexts, with the same variants
 * and identical bucketing. Reports a finding for everything that cannot be converted. The document is the payload of
 * backend SDKs; see `config.ts`.
 */
export const compileUnleash = (
  config: UnleashConfig,
  { sdk = 'javascript' }: UnleashOptions = {},
  known: KnownKeys = {},
): Imported => {
  const features = new Map(config.features.map((feature) => [feature.name, feature]))
  const segments = new Map((config.segments ?? []).map((segment) => [String(segment.id), segment]))
  const parents = config.features.flatMap(({ dependencies }) => (dependencies ?? []).map((parent) => parent.feature))
  const featureKeys = displayKeys([...features.keys(), ...parents], 'feature', undefined, known.flags)
  const segmentKeys = displayKeys(
    segments.keys(),
    'segment',
    (id) => segments.get(id)?.name ?? `segment-${id}`,
    known.segments,
  )
  const findings: ImportFinding[] = []
  const encoding = sdk === 'javascript' ? ('utf16-lowbyte' as const) : ('utf8' as const)
  const scopeOf = (subject: string) => ({
    config,
    featureKeys,
    segmentKeys,
    encoding,
    report: reportOn(findings, subject),
  })
  const imported: Imported = {
    flags: Object.fromEntries(
      [...features].map(([name, feature]) => {
        const key = featureKeys.get(name) ?? name
        const scope = scopeOf(`flag ${name}`)
        reportKey(scope.report, name, key, 'feature')
        return [key, featureOf(scope, key, feature)]
      }),
    ),
    segments: Object.fromEntries(
      [...segments].map(([id, { constraints }]): [string, SegmentDocument] => {
        const key = segmentKeys.get(id) ?? id
        const scope = scopeOf(`segment ${id}`)
        const all = (constraints ?? []).map((constraint, i) =>
          constraintOf({ ...scope, report: below(scope.report, `constraints.${i}`) }, constraint),
        )
        return [key, { key, included: [], excluded: [], when: { all } }]
      }),
    ),
    findings,
    keys: { flags: featureKeys, segments: segmentKeys },
    profile: `unleash/${sdk}`,
  }
  fitDocuments(imported)
  reportInvalidDocuments(imported)
  return imported
}
