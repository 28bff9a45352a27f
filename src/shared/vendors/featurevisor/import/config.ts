import { z } from 'zod'
import { list, record } from '../../../schemas/bounded.ts'
import { Json } from '../../../schemas/keys.ts'

/**
 * A built Featurevisor datafile (`schemaVersion` 2). Its allocations depend on earlier builds, so the source files are
 * not sufficient.
 */
const BucketBy = z.union([z.string(), list(z.string()), z.looseObject({ or: list(z.string()) })])
export type FvBucketBy = z.infer<typeof BucketBy>

const Variables = z.record(z.string(), Json)

const Traffic = z.looseObject({
  key: z.string(),
  segments: Json,
  percentage: z.number(),
  enabled: z.boolean().nullish(),
  variation: z.string().nullish(),
  variables: Variables.nullish(),
  allocation: list(z.looseObject({ variation: z.string(), range: z.tuple([z.number(), z.number()]) })).nullish(),
})
export type FvTraffic = z.infer<typeof Traffic>

const Force = z.looseObject({
  conditions: Json.optional(),
  segments: Json.optional(),
  enabled: z.boolean().nullish(),
  variation: z.string().nullish(),
  variables: Variables.nullish(),
})
export type FvForce = z.infer<typeof Force>

const Required = z.union([z.string(), z.looseObject({ key: z.string(), variation: z.string() })])
export type FvRequired = z.infer<typeof Required>

const Override = z.looseObject({ conditions: Json.optional(), segments: Json.optional(), value: Json })

const Variation = z.looseObject({
  value: z.string(),
  variables: Variables.nullish(),
  variableOverrides: z.record(z.string(), list(Override)).nullish(),
})

const VariableSchema = z.looseObject({
  /** Absent if the type comes from a shared `schema`. */
  type: z.string().nullish(),
  defaultValue: Json.optional(),
  disabledValue: Json.optional(),
  useDefaultWhenDisabled: z.boolean().nullish(),
})

export const FvFeature = z.looseObject({
  bucketBy: BucketBy,
  variations: list(Variation).nullish(),
  disabledVariationValue: z.string().nullish(),
  variablesSchema: z.record(z.string(), VariableSchema).nullish(),
  traffic: list(Traffic),
  force: list(Force).nullish(),
  required: list(Required).nullish(),
  ranges: list(z.tuple([z.number(), z.number()])).nullish(),
})
export type FvFeature = z.infer<typeof FvFeature>

export const FvSegment = z.looseObject({ conditions: Json })

export const FvConfig = z.looseObject({
  segments: record(z.string(), FvSegment),
  features: record(z.string(), FvFeature),
})
export type FvConfig = z.infer<typeof FvConfig>
