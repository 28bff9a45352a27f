import type { SubjectKind } from '../../features/publishing/schemas/revision.ts'
import type { FlagDocument } from '../../schemas/flag.ts'
import type { SegmentDocument } from '../../schemas/segment.ts'
import { conditionText } from '../rules/condition.ts'
import { counted } from '../rules/percent.ts'
import { summaryText } from '../rules/sentence.ts'
import { withoutLanguageQuotes } from '../rules/without-language-quotes.ts'
import { text } from '../word.ts'
import { type Difference, differences } from './difference.ts'

type Document = FlagDocument | SegmentDocument

const isFlag = (document: Document): document is FlagDocument => 'rules' in document

/** Up to five members are listed; more are only counted. */
const members = (keys: readonly string[]): string => (keys.length <= 5 ? keys.join(', ') : counted(keys.length, 'key'))

const memberDifferences = (subject: string, before: readonly string[], after: readonly string[]): Difference[] => {
  const [was, is] = [new Set(before), new Set(after)]
  const added = after.filter((key) => !was.has(key))
  const removed = before.filter((key) => !is.has(key))
  return [
    ...(removed.length > 0 ? [{ subject, before: members(removed), after: null }] : []),
    ...(added.length > 0 ? [{ subject, before: null, after: members(added) }] : []),
  ]
}

const audience = ({ when }: SegmentDocument): string => (when === null ? 'nobody else' : text(conditionText(when)))

/** Describes who is in a segment: `2 keys included, country is NO`, or `nobody`. */
export const segmentSummary = (segment: SegmentDocument): string => {
  const { included, excluded, when } = segment
  const parts = [
    ...(included.length > 0 ? [`${counted(included.length, 'key')} included`] : []),
    ...(excluded.length > 0 ? [`${counted(excluded.length, 'key')} excluded`] : []),
    ...(when === null ? [] : [text(withoutLanguageQuotes(conditionText(when)))]),
  ]
  return included.length === 0 && when === null ? 'nobody' : parts.join(', ')
}

const segmentDifferences = (before: SegmentDocument, after: SegmentDocument): Difference[] => [
  ...memberDifferences('included', before.included, after.included),
  ...memberDifferences('excluded', before.excluded, after.excluded),
  ...(audience(before) === audience(after)
    ? []
    : [{ subject: 'everyone where', before: audience(before), after: audience(after) }]),
]

const whole = (document: Document): string =>
  isFlag(document) ? text(summaryText(document)) : segmentSummary(document)

const noun = (document: Document): string => (isFlag(document) ? 'flag' : 'segment')

/** The differences between two states of a flag or segment in one environment. Null if it does not exist. */
export const documentDifferences = (before: Document | null, after: Document | null): Difference[] => {
  if (before === null) return after === null ? [] : [{ subject: noun(after), before: null, after: whole(after) }]
  if (after === null) return [{ subject: noun(before), before: whole(before), after: null }]
  if (isFlag(before) && isFlag(after)) return differences(before, after)
  if (!isFlag(before) && !isFlag(after)) return segmentDifferences(before, after)
  return [...documentDifferences(before, null), ...documentDifferences(null, after)]
}

type Placed = { kind: SubjectKind; key: string; before: Document | null; after: Document | null }

/**
 * The differences between two states of several flags and segments. With more than one subject, each line names its
 * subject.
 */
export const placedDifferences = (all: readonly Placed[]): Difference[] =>
  all.flatMap(({ kind, key, before, after }) => {
    const lines = documentDifferences(before, after)
    if (all.length === 1) return lines
    const whose = (subject: string) => (before === null || after === null ? `${kind} ${key}` : `${key}, ${subject}`)
    return lines.map((line) => ({ ...line, subject: whose(line.subject) }))
  })
