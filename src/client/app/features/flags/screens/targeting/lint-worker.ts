import type { Finding, LintContext } from '../../../../../../shared/lint/finding.ts'
import { lintFlag } from '../../../../../../shared/lint/lint-flag.ts'
import type { FlagDocument } from '../../../../../../shared/schemas/flag.ts'

/** A document to check with its context. The findings have the same `id`. */
export type LintQuestion = { id: number; document: FlagDocument; around: LintContext }
export type LintAnswer = { id: number; findings: Finding[] }

addEventListener('message', ({ data }: MessageEvent<LintQuestion>) => {
  const { id, document, around } = data
  postMessage({ id, findings: lintFlag(document, around) } satisfies LintAnswer)
})
