import type { Activity } from '../../../../shared/schemas/audit.ts'
import type { FlagDocument } from '../../../../shared/schemas/flag.ts'
import type { Json } from '../../../../shared/schemas/keys.ts'
import type { SegmentDocument } from '../../../../shared/schemas/segment.ts'
import { type Difference, differenceLine } from '../../../../shared/text/diff/difference.ts'
import { documentDifferences } from '../../../../shared/text/diff/document-difference.ts'

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

/** What an act's event says beyond its sentence: what was published, what was said, or the role that changed. */
export const actDetails = (
  event: Pick<Activity, 'action' | 'before' | 'after'>,
): { lines: string[]; quote: string | null } => {
  const { action, before, after } = event
  if (action === 'revision.publish') return { lines: published(event), quote: textOf(after, 'message') }
  if (action === 'change.save') return { lines: [], quote: textOf(after, 'title') }
  const quote = textOf(after, 'body') ?? textOf(after, 'reason')
  const [was, is] = [textOf(before, 'role'), textOf(after, 'role')]
  if (is !== null) return { lines: [was === null ? `as ${is}` : `${was} → ${is}`], quote }
  return { lines: [], quote }
}
