import type { Activity } from '../../../../../shared/features/audit/schemas/audit.ts'
import type { FlagDocument } from '../../../../../shared/schemas/flag.ts'
import type { Json } from '../../../../../shared/schemas/keys.ts'
import type { SegmentDocument } from '../../../../../shared/schemas/segment.ts'
import { type Difference, differenceLine } from '../../../../../shared/text/diff/difference.ts'
import { documentDifferences } from '../../../../../shared/text/diff/document-difference.ts'
import { fieldLines, membershipLine, type NameOf, placesOf, subjectsOf } from './field-lines.ts'

type Document = FlagDocument | SegmentDocument | null
type Published = { kind: string; key: string; document: Document }

const isRecord = (value: Json | undefined): value is { [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Lines below a publish: the fields that changed in each flag and segment. */
const published = ({ before, after }: Pick<Activity, 'before' | 'after'>): string[] => {
  const entries = isRecord(after) ? after['entries'] : undefined
  if (!Array.isArray(entries)) return []
  // Safe cast: the server wrote these entries from validated documents.
  return (entries as unknown as Published[]).flatMap(({ kind, key, document }) => {
    const was = isRecord(before) ? before[`${kind}/${key}`] : undefined
    // Safe cast, for the same reason.
    const differences: Difference[] = documentDifferences((was ?? null) as Document, document)
    return differences.map((difference) => `${key}: ${differenceLine(difference)}`)
  })
}

type Proposed = { environment: string; kind: string; key: string; document?: Document }

const entriesOf = (side: Json): Proposed[] | null => {
  const entries = isRecord(side) ? side['entries'] : undefined
  // Safe cast: the server wrote these entries from validated documents.
  return Array.isArray(entries) ? (entries as unknown as Proposed[]) : null
}

/** How the proposal of a change was edited: the fields that differ in each flag and segment, and their environments. */
const proposed = ({
  before,
  after,
}: Pick<Activity, 'before' | 'after'>): { lines: string[]; places: string[] } | null => {
  const [were, are] = [entriesOf(before), entriesOf(after)]
  if (were === null || are === null) return null
  const isAt = (a: Proposed) => (b: Proposed) => a.environment === b.environment && a.kind === b.kind && a.key === b.key
  const edited = are.flatMap((entry): { place: string; key: string; said: string[] }[] => {
    const was = were.find(isAt(entry))
    const at = { place: entry.environment, key: entry.key }
    if (was === undefined) return [{ ...at, said: ['added to the change'] }]
    // Unchanged entries are recorded without their document.
    if (was.document === undefined) return []
    return [{ ...at, said: documentDifferences(was.document, entry.document ?? null).map(differenceLine) }]
  })
  const gone = were
    .filter((entry) => !are.some(isAt(entry)))
    .map(({ environment: place, key }) => ({ place, key, said: ['removed from the change'] }))
  const all = [...edited, ...gone].filter(({ said }) => said.length > 0)
  const places = [...new Set(all.map(({ place }) => place))]
  // The same edit in several environments is shown once.
  const lines = [
    ...new Set(
      all.flatMap(({ place, key, said }) =>
        said.map((line) =>
          all.some((other) => other.key === key && other.place !== place && !other.said.includes(line))
            ? `${key} in ${place}: ${line}`
            : `${key}: ${line}`,
        ),
      ),
    ),
  ]
  return { lines, places }
}

/** Reviewers who were requested by name. */
const requestedReviewers = (after: Json): string[] => {
  const reviewers = isRecord(after) && Array.isArray(after['reviewers']) ? after['reviewers'] : []
  const names = reviewers.filter((one) => typeof one === 'string')
  return names.length === 0 ? [] : [`asked: ${names.join(', ')}`]
}

/** The title and the note of a change, if an edit changed them. */
const renamed = (before: Json, after: Json): string[] =>
  [
    { field: 'title', label: 'title' },
    { field: 'message', label: 'note' },
  ].flatMap(({ field, label }) => {
    const said = (side: Json) => (isRecord(side) && typeof side[field] === 'string' ? side[field] : null)
    const [was, is] = [said(before), said(after)]
    return was === null || is === null || was === is ? [] : [`${label}: ${was || 'none'} → ${is || 'none'}`]
  })

const textOf = (value: Json, field: string): string | null => {
  const text = isRecord(value) ? value[field] : undefined
  return typeof text === 'string' && text !== '' ? text : null
}

/** Details of an audit event beyond its sentence. */
export type ActDetails = {
  /** One changed field per line. */
  lines: string[]
  /** A comment, note or title that a member wrote. */
  quote: string | null
  /** Keys of the environments involved, if the event itself is not about one. */
  places: string[]
}

/**
 * Extracts the details of an audit event: changed fields, quoted text, changed roles, and the environments involved.
 * `nameOf` resolves user ids to names.
 */
export const actDetails = (
  event: Pick<Activity, 'action' | 'before' | 'after'>,
  nameOf: NameOf = () => undefined,
): ActDetails => {
  const { action, before, after } = event
  const [noun = ''] = action.split('.')
  const places = placesOf(after)
  if (action === 'revision.publish') return { lines: published(event), quote: textOf(after, 'message'), places: [] }
  const quote = textOf(after, 'body') ?? textOf(after, 'reason')
  if (noun === 'change') {
    const edits = proposed(event)
    const lines = [...requestedReviewers(after), ...renamed(before, after), ...(edits?.lines ?? subjectsOf(after))]
    return { lines, quote: quote ?? textOf(after, 'title'), places: edits?.places ?? places }
  }
  const membership = noun === 'member' || noun === 'invitation' ? membershipLine(before, after) : null
  if (membership !== null) return { lines: [membership], quote, places: [] }
  return { lines: fieldLines(before, after, nameOf), quote, places: action === 'flag.create' ? places : [] }
}
