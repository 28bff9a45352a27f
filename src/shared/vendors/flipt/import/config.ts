import { z } from 'zod'
import { list } from '../../../schemas/bounded.ts'
import { Json } from '../../../schemas/keys.ts'

/** One Flipt namespace as in `flipt export` or `features.yaml`. Unknown fields are ignored. */
const Constraint = z.looseObject({
  type: z.string(),
  property: z.string().nullish(),
  operator: z.string(),
  /** A string. In newer files also a list, if the operator takes several values. */
  value: z.union([z.string(), z.number(), z.boolean(), list(z.union([z.string(), z.number()]))]).nullish(),
})
export type FliptConstraint = z.infer<typeof Constraint>

export const FliptSegment = z.looseObject({
  key: z.string(),
  name: z.string().nullish(),
  match_type: z.string().nullish(),
  constraints: list(Constraint).nullish(),
})
export type FliptSegment = z.infer<typeof FliptSegment>

/** One segment by its key, or several with an operator that joins them. */
const SegmentRef = z.union([
  z.string(),
  z.looseObject({
    key: z.string().nullish(),
    keys: list(z.string()).nullish(),
    operator: z.string().nullish(),
    value: z.boolean().nullish(),
  }),
])
export type FliptSegmentRef = z.infer<typeof SegmentRef>

const Rule = z.looseObject({
  segment: SegmentRef.nullish(),
  /** The older form. */
  segments: list(z.string()).nullish(),
  operator: z.string().nullish(),
  distributions: list(z.looseObject({ variant: z.string(), rollout: z.number() })).nullish(),
})
export type FliptRule = z.infer<typeof Rule>

const Rollout = z.looseObject({
  segment: SegmentRef.nullish(),
  threshold: z.looseObject({ percentage: z.number(), value: z.boolean().nullish() }).nullish(),
})
const Variant = z.looseObject({ key: z.string(), default: z.boolean().nullish(), attachment: Json.optional() })

export const FliptFlag = z.looseObject({
  key: z.string(),
  name: z.string().nullish(),
  description: z.string().nullish(),
  type: z.string().nullish(),
  enabled: z.boolean().nullish(),
  variants: list(Variant).nullish(),
  rules: list(Rule).nullish(),
  rollouts: list(Rollout).nullish(),
})
export type FliptFlag = z.infer<typeof FliptFlag>

export const FliptConfig = z.looseObject({ flags: list(FliptFlag), segments: list(FliptSegment).nullish() })
export type FliptConfig = z.infer<typeof FliptConfig>
