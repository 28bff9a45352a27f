import { z } from 'zod'
import { Json } from '../../schemas/keys.ts'

/**
 * One GrowthBook environment as its SDKs download it (`GET /api/features/<clientKey>`, decrypted): seeds, hash versions and
 * ranges are resolved there. Fields we do not read are let through.
 */
const ConditionObject = z.record(z.string(), Json)
export type GbCondition = z.infer<typeof ConditionObject>

const Range = z.tuple([z.number(), z.number()])
export type GbRange = z.infer<typeof Range>

const Filter = z.looseObject({
  seed: z.string(),
  ranges: z.array(Range),
  hashVersion: z.number().optional(),
  attribute: z.string().optional(),
})
export type GbFilter = z.infer<typeof Filter>

const Parent = z.looseObject({ id: z.string(), condition: ConditionObject.optional(), gate: z.boolean().optional() })
export type GbParent = z.infer<typeof Parent>

const Rule = z.looseObject({
  id: z.string().optional(),
  condition: ConditionObject.optional(),
  parentConditions: z.array(Parent).optional(),
  force: Json.optional(),
  coverage: z.number().optional(),
  range: Range.nullish(),
  ranges: z.array(Range).optional(),
  hashAttribute: z.string().optional(),
  fallbackAttribute: z.string().optional(),
  disableStickyBucketing: z.boolean().optional(),
  bucketVersion: z.number().optional(),
  minBucketVersion: z.number().optional(),
  hashVersion: z.number().optional(),
  seed: z.string().optional(),
  key: z.string().optional(),
  variations: z.array(Json).optional(),
  weights: z.array(z.number()).nullish(),
  meta: z.array(z.looseObject({ key: z.string().optional(), passthrough: z.boolean().optional() })).optional(),
  filters: z.array(Filter).optional(),
  namespace: z.tuple([z.string(), z.number(), z.number()]).optional(),
  contextualVariations: z.array(Json).optional(),
  contextualBanditRef: z.string().optional(),
})
export type GbRule = z.infer<typeof Rule>

const Feature = z.looseObject({ defaultValue: Json.optional(), rules: z.array(Rule).nullish() })
export type GbFeature = z.infer<typeof Feature>

const Bandit = z.looseObject({
  contexts: z.array(z.looseObject({ condition: ConditionObject.optional(), weights: z.array(z.number()) })).optional(),
})

export const GbConfig = z.looseObject({
  features: z.record(z.string(), Feature),
  savedGroups: z.record(z.string(), z.array(Json)).optional(),
  contextualBandits: z.record(z.string(), Bandit).optional(),
})
export type GbConfig = z.infer<typeof GbConfig>
