import type { Segment } from '../../../shared/features/segments/schemas/segment-view.ts'
import type { SegmentTable } from '../../platform/db/schema.ts'

export const segmentView = (row: Omit<SegmentTable, 'projectId'>): Segment => ({
  id: row.id,
  key: row.key,
  name: row.name,
  description: row.description,
  createdAt: row.createdAt.toISOString(),
  archivedAt: row.archivedAt?.toISOString() ?? null,
})
