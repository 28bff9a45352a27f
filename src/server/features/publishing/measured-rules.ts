import { isOfRun } from '../../../shared/features/ramps/is-of-run.ts'
import type { FlagDocument } from '../../../shared/schemas/flag.ts'
import type { SegmentDocument } from '../../../shared/schemas/segment.ts'

type Document = FlagDocument | SegmentDocument | null

/** Removes the rules of runs from a document and returns their names. A run and its rule belong to one environment. */
export const withoutMeasuredRules = (
  document: Document,
  open: ReadonlySet<number>,
): { document: Document; leftOut: string[] } => {
  if (document === null || !('rules' in document)) return { document, leftOut: [] }
  const ofRun = isOfRun(open)
  const leftOut = document.rules.filter(ofRun)
  if (leftOut.length === 0) return { document, leftOut: [] }
  const rules = document.rules.filter((rule) => !ofRun(rule))
  return { document: { ...document, rules }, leftOut: leftOut.map(({ id, name }) => name ?? id) }
}

/**
 * Removes references to all runs except `open` from a document's rules. The rules keep serving but are no longer
 * measured.
 */
export const withoutEndedRuns = (open: ReadonlySet<number>, document: Document): Document => {
  if (document === null || !('rules' in document)) return document
  const hasEnded = ({ run }: FlagDocument['rules'][number]) => run !== undefined && !open.has(run)
  if (!document.rules.some(hasEnded)) return document
  const plain = (rule: FlagDocument['rules'][number]) => {
    const { run: _, ...rest } = rule
    return rest
  }
  return { ...document, rules: document.rules.map((rule) => (hasEnded(rule) ? plain(rule) : rule)) }
}
