import type { TrackedEvent } from '../../../shared/features/usage/schemas/tracked.ts'
import type { EventRow } from './queries.ts'

export const eventView = ({ key, name, description, definition, createdAt, archivedAt }: EventRow): TrackedEvent => ({
  key,
  name,
  description,
  ...definition,
  createdAt: createdAt.toISOString(),
  archivedAt: archivedAt?.toISOString() ?? null,
})
