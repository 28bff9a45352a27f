import { z } from 'zod'

/**
 * Where on the line [0, 100 000) a unit falls: murmur3 of `by` (an attribute path, by default the targeting key), seeded by
 * `salt` (by default the flag's own). `portable`: murmur3 of salt, colon and unit in one, which flagd's engines compute, too.
 */
export const Point = z.strictObject({
  by: z.string().min(1).max(512).optional(),
  salt: z.string().max(512).optional(),
  hash: z.literal('portable').optional(),
})
export type Point = z.infer<typeof Point>
