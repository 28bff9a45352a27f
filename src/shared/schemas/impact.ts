import { z } from 'zod'
import { InEnvironment } from '../features/projects/schemas/project.ts'
import { Entry } from '../features/publishing/schemas/revision.ts'
import { limits } from '../limits.ts'
import { list } from './bounded.ts'

/**
 * How many of the sampled contexts a publish may move. Why it cannot be measured: `few` contexts were sampled; an
 * `unknown` attribute, excluded as personal data, would be needed; too `many` flags are affected; or evaluating them
 * takes too many `steps`.
 */
export const MoveMeasure = z.discriminatedUnion('state', [
  z.strictObject({ state: z.literal('nobody') }),
  z.strictObject({ state: z.literal('measured'), moved: z.int().min(0), contexts: z.int().min(0) }),
  z.strictObject({
    state: z.literal('unmeasured'),
    because: z.enum(['few', 'unknown', 'many', 'steps']),
    contexts: z.int().min(0),
  }),
])
export type MoveMeasure = z.infer<typeof MoveMeasure>

/** Entries that are not published yet. */
export const ImpactReviewInput = InEnvironment.extend({ entries: list(Entry).min(1).max(limits.impactFlags) })
export type ImpactReviewInput = z.infer<typeof ImpactReviewInput>

/**
 * Whether a publish needs an impact review, and how many contexts it moves. The limit is per 100,000; null if none is
 * set.
 */
export const ImpactReview = z.strictObject({
  needed: z.boolean(),
  measure: MoveMeasure.nullable(),
  limitPer100k: z.int().nullable(),
})
export type ImpactReview = z.infer<typeof ImpactReview>
