import { z } from 'zod'

/**
 * Where on the line [0, 100 000) a unit falls. Native: murmur3 of `by` (an attribute path, by default the targeting
 * key), seeded by `salt` (by default the flag's own).
 */
export const Point = z.strictObject({
  by: z.string().min(1).max(512).optional(),
  salt: z.string().max(512).optional(),
})
export type Point = z.infer<typeof Point>
