import type { ImportFinding } from '../../../features/imports/schemas/import.ts'
import type { SegmentDocument } from '../../../schemas/segment.ts'
import { displayKeys, type KnownKeys, reportKey } from '../../importing/display-keys.ts'
import { reportOn } from '../../importing/finding.ts'
import { fitDocuments } from '../../importing/fit-documents.ts'
import type { Imported } from '../../importing/imported.ts'
import { reportInvalidDocuments } from '../../importing/sound.ts'
import { cohortOf } from './cohort.ts'
import type { PhConfig } from './config.ts'
import { flagOf } from './flag.ts'
import type { Evaluator, PhScope } from './scope.ts'

/**
 * Converts a PostHog project to Fanion documents that serve every person the same value, with identical bucketing. In
 * Fanion contexts, the distinct id is the targeting key, the person's properties are attributes, and `groups` and
 * `groupProperties` are by group type.
 */
export const compilePostHog = (config: PhConfig, evaluator: Evaluator = 'server', known: KnownKeys = {}): Imported => {
  const cohorts = config.cohorts ?? {}
  const flagKeys = displayKeys(
    config.flags.map(({ key }) => key),
    'flag',
    undefined,
    known.flags,
  )
  const cohortKeys = displayKeys(Object.keys(cohorts), 'cohort', (id) => `cohort-${id}`, known.segments)
  const findings: ImportFinding[] = []
  const scopeOf = (subject: string): PhScope => ({
    config,
    evaluator,
    flagKeys,
    cohortKeys,
    report: reportOn(findings, subject),
  })
  const imported: Imported = {
    flags: Object.fromEntries(
      config.flags.map((flag) => {
        const key = flagKeys.get(flag.key) ?? flag.key
        const scope = scopeOf(`flag ${flag.key}`)
        reportKey(scope.report, flag.key, key, 'flag')
        return [key, flagOf(scope, key, flag)]
      }),
    ),
    segments: Object.fromEntries(
      Object.entries(cohorts).map(([id, cohort]): [string, SegmentDocument] => {
        const key = cohortKeys.get(id) ?? id
        return [key, { key, included: [], excluded: [], when: cohortOf(scopeOf(`segment ${id}`), cohort) }]
      }),
    ),
    findings,
    keys: { flags: flagKeys, segments: cohortKeys },
    profile: `posthog/${evaluator}`,
  }
  fitDocuments(imported)
  reportInvalidDocuments(imported)
  return imported
}
