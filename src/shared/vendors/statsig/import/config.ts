import { z } from 'zod'
import { list, record } from '../../../schemas/bounded.ts'
import { Json } from '../../../schemas/keys.ts'

/**
 * One Statsig project as its server SDKs download it (`GET /v1/download_config_specs/{secret}.json`). Unknown fields
 * are ignored.
 */
const Condition = z.looseObject({
  type: z.string(),
  targetValue: Json.nullish(),
  operator: z.string().nullish(),
  field: z.string().nullish(),
  additionalValues: z.looseObject({ salt: Json.nullish() }).nullish(),
  idType: z.string().nullish(),
})
export type StatsigCondition = z.infer<typeof Condition>

const Rule = z.looseObject({
  id: z.string(),
  name: z.string().nullish(),
  groupName: z.string().nullish(),
  passPercentage: z.number().nullish(),
  salt: z.string().nullish(),
  idType: z.string().nullish(),
  returnValue: Json.nullish(),
  configDelegate: z.string().nullish(),
  conditions: list(Condition).nullish(),
})
export type StatsigRule = z.infer<typeof Rule>

export const StatsigSpec = z.looseObject({
  name: z.string(),
  salt: z.string(),
  enabled: z.boolean(),
  entity: z.string().nullish(),
  defaultValue: Json.nullish(),
  rules: list(Rule),
})
export type StatsigSpec = z.infer<typeof StatsigSpec>

export const StatsigConfig = z.looseObject({
  has_updates: Json.optional(),
  time: Json.optional(),
  feature_gates: list(StatsigSpec),
  dynamic_configs: list(StatsigSpec),
  layer_configs: list(StatsigSpec).nullish(),
  app_id: z.string().nullish(),
  default_environment: z.string().nullish(),
  id_lists: record(z.string(), Json).nullish(),
})
export type StatsigConfig = z.infer<typeof StatsigConfig>
