import { z } from 'zod'
import { list, record } from '../../../schemas/bounded.ts'
import { Json } from '../../../schemas/keys.ts'

/**
 * The evaluation context of Flagsmith's engine without the identity: environment, features and segments. The
 * environment document of its API contains the same data. Unknown fields are ignored.
 */
const Condition = z.looseObject({
  operator: z.string(),
  property: z.string().nullish(),
  value: z.union([z.string(), z.number(), z.boolean(), list(z.string()), z.null()]).optional(),
})
export type FsCondition = z.infer<typeof Condition>

export type FsRule = { type: string; conditions?: FsCondition[] | undefined; rules?: FsRule[] | undefined }
const Rule: z.ZodType<FsRule> = z.lazy(() =>
  z.looseObject({ type: z.string(), conditions: list(Condition).optional(), rules: list(Rule).optional() }),
)

const Variant = z.looseObject({
  value: Json,
  weight: z.number(),
  priority: z.number().nullish(),
  key: z.string().nullish(),
})
export type FsVariant = z.infer<typeof Variant>

const Feature = z.looseObject({
  key: z.string(),
  name: z.string(),
  enabled: z.boolean(),
  value: Json,
  priority: z.number().nullish(),
  variants: list(Variant).nullish(),
  /** Not visible to client-side keys. */
  serverOnly: z.boolean().optional(),
})
export type FsFeature = z.infer<typeof Feature>

const Segment = z.looseObject({
  key: z.string(),
  name: z.string(),
  rules: list(Rule),
  overrides: list(Feature).nullish(),
})
export type FsSegment = z.infer<typeof Segment>

export const FsConfig = z.looseObject({
  environment: z.looseObject({ key: z.string(), name: z.string() }),
  /**
   * Whether identities are hashed by environment and identifier. If false, they use a key that only Flagsmith's
   * database knows.
   */
  compositeKeys: z.boolean().optional(),
  /** Whether the server omits disabled features. */
  hidesDisabled: z.boolean().optional(),
  features: record(z.string(), Feature),
  segments: record(z.string(), Segment).nullish(),
})
export type FsConfig = z.infer<typeof FsConfig>
