import { useEffect, useRef, useState } from 'react'
import type { Finding } from '../../../../../../shared/lint/finding.ts'
import type { FlagDocument } from '../../../../../../shared/schemas/flag.ts'
import type { LintAnswer, LintQuestion } from './lint-worker.ts'
import type { TargetingData } from './use-targeting-data.ts'

/** Debounce of edits in milliseconds. */
const settleMs = 80

/**
 * Finds likely mistakes in a document. Runs in a worker, because long lists would delay typing. `settled` is the
 * document that the findings belong to.
 */
export const useFindings = (
  document: FlagDocument,
  around: TargetingData,
): { findings: Finding[]; settled: FlagDocument } => {
  const [found, setFound] = useState<{ findings: Finding[]; settled: FlagDocument }>({
    findings: [],
    settled: document,
  })
  const worker = useRef<Worker | null>(null)
  const asked = useRef<{ id: number; document: FlagDocument }>({ id: 0, document })
  useEffect(() => {
    const own = new Worker(new URL('./lint-worker.ts', import.meta.url), { type: 'module' })
    worker.current = own
    own.addEventListener('message', ({ data }: MessageEvent<LintAnswer>) => {
      if (data.id === asked.current.id) setFound({ findings: data.findings, settled: asked.current.document })
    })
    return () => {
      worker.current = null
      own.terminate()
    }
  }, [])
  const { answers, emptySegments, attributes } = around
  // Serialized, so that the effect runs only if the content changes.
  const refs = JSON.stringify([[...answers], [...emptySegments]])
  useEffect(() => {
    const timer = setTimeout(() => {
      const [pairs, keys] = JSON.parse(refs) as [[string, string][], string[]]
      asked.current = { id: asked.current.id + 1, document }
      const known = { attributes, answers: new Map(pairs), emptySegments: new Set(keys) }
      const question: LintQuestion = { id: asked.current.id, document, around: known }
      worker.current?.postMessage(question)
    }, settleMs)
    return () => clearTimeout(timer)
  }, [document, attributes, refs])
  return found
}
