import type { ImportItem } from '../../features/imports/schemas/import.ts'
import type { FlagDocument } from '../../schemas/flag.ts'
import type { SegmentDocument } from '../../schemas/segment.ts'

/** An item with its documents, by their environment. */
export type PreviewedItem = {
  item: ImportItem
  documents: Record<string, FlagDocument | SegmentDocument>
  /** Some may see another answer: its own key alone changes nobody's. */
  moves: boolean
}
