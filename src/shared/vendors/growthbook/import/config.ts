import { z } from 'zod'
import { list, record } from '../../../schemas/bounded.ts'
import { Json } from '../../../schemas/keys.ts'

/**
 * One GrowthBook environment as its SDKs download it (`GET /api/features/<clientKey>`, decrypted): seeds, hash versions
 * and ranges are already resolved. Unknown fields are ignored.
 */
const ConditionObject = record(z.string(), Json)
const Range = z.tuple([z.number(), z.number()])
export type GbRange = z.infer<typeof Range>

const Filter = z.looseObject({
  seed: z.string(),
  ranges: list(Range),
  hashVersion: z.number().optional(),
  attribute: z.string().optional(),
})
export type GbFilter = z.infer<typeof Filter>

const Parent = z.looseObject({ id: z.string(), condition: ConditionObject.optional(), gate: z.boolean().optional() })
export type GbParent = z.infer<typeof Parent>

const Rule = z.looseObject({
  id: z.string().optional(),
  condition: ConditionObject.optional(),
  parentConditions: list(Parent).optional(),
  force: Json.optional(),
  coverage: z.number().optional(),
  range: Range.nullish(),
  ranges: list(Range).optional(),
  hashAttribute: z.string().optional(),
  fallbackAttribute: z.string().optional(),
  disableStickyBucketing: z.boolean().optional(),
  bucketVersion: z.number().optional(),
  minBucketVersion: z.number().optional(),
  hashVersion: z.number().optional(),
  seed: z.string().optional(),
  key: z.string().optional(),
  variations: list(Json).optional(),
  weights: list(z.number()).nullish(),
  meta: list(z.looseObject({ key: z.string().optional(), passthrough: z.boolean().optional() })).optional(),
  filters: list(Filter).optional(),
  namespace: z.tuple([z.string(), z.number(), z.number()]).optional(),
  contextualVariations: list(Json).optional(),
  contextualBanditRef: z.string().optional(),
})
export type GbRule = z.infer<typeof Rule>

export const GbFeature = z.looseObject({ defaultValue: Json.optional(), rules: list(Rule).nullish() })
export type GbFeature = z.infer<typeof GbFeature>

const Bandit = z.looseObject({
  contexts: list(z.looseObject({ condition: ConditionObject.optional(), weights: list(z.number()) })).optional(),
})

export const GbConfig = z.looseObject({
  features: record(z.string(), GbFeature),
  /** Lists, or since 2026 objects that say whether the group is a list or a condition. */
  savedGroups: record(z.string(), Json).optional(),
  contextualBandits: record(z.string(), Bandit).optional(),
  /** The encrypted form of these fields. Reading it requires the decryption key. */
  encryptedFeatures: z.string().optional(),
  encryptedSavedGroups: z.string().optional(),
})
export type GbConfig = z.infer<typeof GbConfig>
