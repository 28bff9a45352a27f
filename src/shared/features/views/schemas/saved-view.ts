import { z } from 'zod'
import { Id } from '../../../schemas/keys.ts'
import { Name } from '../../../schemas/name.ts'
import { InProject } from '../../projects/schemas/project.ts'

/** A filter of the flag list under a name. */
export const SavedView = z.strictObject({
  id: Id,
  name: z.string(),
  /** As it is typed above the list: `is:stale tag:web`. */
  query: z.string().trim().min(1, 'a view needs a filter').max(500),
  /** By name, or the newest change first; by key where it is null. */
  sort: z.enum(['name', 'updated']).nullable(),
  /** Whether everybody in the project sees it, or only who made it. */
  shared: z.boolean(),
})
export type SavedView = z.infer<typeof SavedView>

/** With the `id` of a view that is there, it becomes what is given; with that of a deleted one, it is there again. */
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
