import type { Activity } from '../../../../shared/schemas/audit.ts'
import type { FlagDocument } from '../../../../shared/schemas/flag.ts'
import type { Json } from '../../../../shared/schemas/keys.ts'
import type { SegmentDocument } from '../../../../shared/schemas/segment.ts'
import { type Difference, differenceLine } from '../../../../shared/text/diff/difference.ts'
import { documentDifferences } from '../../../../shared/text/diff/document-difference.ts'
import { fieldLines, type NameOf, placesOf, standingLine, subjectsOf } from './field-lines.ts'

type Document = FlagDocument | SegmentDocument | null
type Published = { kind: string; key: string; document: Document }

const isRecord = (value: Json | undefined): value is { [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The lines below a publish: what it changed of each flag and segment. */
const published = ({ before, after }: Pick<Activity, 'before' | 'after'>): string[] => {
  const entries = isRecord(after) ? after['entries'] : undefined
  if (!Array.isArray(entries)) return []
  // the server wrote them from its own checked documents
  return (entries as unknown as Published[]).flatMap(({ kind, key, document }) => {
    const was = isRecord(before) ? before[`${kind}/${key}`] : undefined
    // as above
    const differences: Difference[] = documentDifferences((was ?? null) as Document, document)
    return differences.map((difference) => `${key}: ${differenceLine(difference)}`)
  })
}

const textOf = (value: Json, field: string): string | null => {
  const text = isRecord(value) ? value[field] : undefined
  return typeof text === 'string' && text !== '' ? text : null
}

/** What an act's event says beyond its sentence. */
export type ActDetails = {
  /** What was changed, a line each. */
  lines: string[]
  /** What somebody said or called it. */
  quote: string | null
  /** The environments it is about, by their keys, where the event itself is about none. */
  places: string[]
}

/**
 * What an act's event says beyond its sentence: what was published or edited, field by field, what was said, the role that
 * changed, and for which environments. `nameOf` tells how the person with an id is called.
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
  if (noun === 'change') return { lines: subjectsOf(after), quote: quote ?? textOf(after, 'title'), places }
  const standing = noun === 'member' || noun === 'invitation' ? standingLine(before, after) : null
  if (standing !== null) return { lines: [standing], quote, places: [] }
  return { lines: fieldLines(before, after, nameOf), quote, places: action === 'flag.create' ? places : [] }
}
