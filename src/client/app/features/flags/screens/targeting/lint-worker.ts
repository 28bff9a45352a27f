import type { Finding, LintContext } from '../../../../../../shared/lint/finding.ts'
import { lintFlag } from '../../../../../../shared/lint/lint-flag.ts'
import type { FlagDocument } from '../../../../../../shared/schemas/flag.ts'

/** A document to look through, and what is known around it; `id` comes back with the findings. */
export type LintQuestion = { id: number; document: FlagDocument; around: LintContext }
export type LintAnswer = { id: number; findings: Finding[] }

addEventListener('message', ({ data }: MessageEvent<LintQuestion>) => {
  const { id, document, around } = data
  postMessage({ id, findings: lintFlag(document, around) } satisfies LintAnswer)
})
