import { z } from 'zod'
import { Id } from '../../../schemas/keys.ts'
import { Name } from '../../../schemas/name.ts'
import { InProject } from '../../projects/schemas/project.ts'

/** A named filter of the flag list. */
export const SavedView = z.strictObject({
  id: Id,
  name: z.string(),
  /** The filter text: `is:stale tag:web`. */
  query: z.string().trim().min(1, 'a view needs a filter').max(500),
  /** By name, or most recently changed first. Null is by key. */
  sort: z.enum(['name', 'updated']).nullable(),
  /** Whether all members of the project see it, or only its author. */
  shared: z.boolean(),
})
export type SavedView = z.infer<typeof SavedView>

/** With the `id` of an existing view, replaces it. With the id of a deleted view, restores it. */
export const SaveViewInput = InProject.extend(
  SavedView.extend({
    id: Id.optional(),
    name: Name,
    sort: SavedView.shape.sort.default(null),
    shared: z.boolean().default(false),
  }).shape,
)
export type SaveViewInput = z.input<typeof SaveViewInput>

export const ViewReference = InProject.extend({ id: Id })
