import type { ImportItem } from '../../features/imports/schemas/import.ts'
import type { FlagDocument } from '../../schemas/flag.ts'
import type { SegmentDocument } from '../../schemas/segment.ts'

/** An item with its documents by the vendor's environment. */
export type PreviewedItem = {
  item: ImportItem
  documents: Record<string, FlagDocument | SegmentDocument>
  /** Whether some users may get another value. A changed key alone does not count. */
  moves: boolean
}
