import { useDeferredValue, useMemo } from 'react'
import type { Finding } from '../../../../../shared/lint/finding.ts'
import { lintFlag } from '../../../../../shared/lint/lint-flag.ts'
import type { FlagDocument } from '../../../../../shared/schemas/flag.ts'
import type { Around } from './use-around.ts'

/** What may not be meant in a document. It may be a moment late, because what is typed is shown first: `settled` is the document it is about. */
export const useFindings = (document: FlagDocument, around: Around): { findings: Finding[]; settled: FlagDocument } => {
  const settled = useDeferredValue(document)
  const { answers, emptySegments, attributes: known } = around
  const refs = JSON.stringify([[...answers], [...emptySegments]])
  const findings = useMemo(() => {
    // the same, but the same object as long as nothing in them changed
    const [pairs, keys] = JSON.parse(refs) as [[string, string][], string[]]
    return lintFlag(settled, { answers: new Map(pairs), emptySegments: new Set(keys), attributes: known })
  }, [settled, known, refs])
  return { findings, settled }
}
