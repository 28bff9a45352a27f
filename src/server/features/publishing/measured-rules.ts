import { isOfRun } from '../../../shared/features/ramps/is-of-run.ts'
import type { FlagDocument } from '../../../shared/schemas/flag.ts'
import type { SegmentDocument } from '../../../shared/schemas/segment.ts'

type Document = FlagDocument | SegmentDocument | null

/** A document without the rules of runs, and the names of these: a run is of one environment, with its rule. */
export const withoutMeasured = (
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

/** A document whose rules name no other runs than these: its rules serve as before, and are measured no more. */
export const withoutRunsBut = (open: ReadonlySet<number>, document: Document): Document => {
  if (document === null || !('rules' in document)) return document
  const hasEnded = ({ run }: FlagDocument['rules'][number]) => run !== undefined && !open.has(run)
  if (!document.rules.some(hasEnded)) return document
  const plain = (rule: FlagDocument['rules'][number]) => {
    const { run: _, ...rest } = rule
    return rest
  }
  return { ...document, rules: document.rules.map((rule) => (hasEnded(rule) ? plain(rule) : rule)) }
}
