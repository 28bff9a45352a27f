import type { FlagDocument } from '../../../shared/schemas/flag.ts'
import type { SegmentDocument } from '../../../shared/schemas/segment.ts'

type Document = FlagDocument | SegmentDocument | null

type MeasuredRule = FlagDocument['rules'][number]

/** Whether a rule is a run's own: it is measured, or one of these runs serves its share by it. */
export const isOfRun =
  (open: ReadonlySet<number>) =>
  ({ id, run }: Pick<MeasuredRule, 'id' | 'run'>): boolean =>
    run !== undefined || open.has(Number(/^run-(\d+)$/.exec(id)?.[1]))

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
