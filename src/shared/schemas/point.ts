import { z } from 'zod'

/**
 * How a unit's bucket in [0, 100,000) is computed: MurmurHash3 of `by` (an attribute path; default: the targeting key),
 * seeded by `salt` (default: the flag's). `portable`: MurmurHash3 of `salt:unit`, which flagd's engines compute, too.
 */
export const Point = z.strictObject({
  by: z.string().min(1).max(512).optional(),
  salt: z.string().max(512).optional(),
  hash: z.literal('portable').optional(),
})
export type Point = z.infer<typeof Point>
