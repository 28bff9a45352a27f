import { z } from 'zod'
import { byField, list, record } from '../../../schemas/bounded.ts'
import { Json } from '../../../schemas/keys.ts'

/**
 * The payload that PostHog's server SDKs download for local evaluation (`/flags/definitions?send_cohorts`). Unknown
 * fields are ignored.
 */
export const PhProperty = z.looseObject({
  key: z.string(),
  value: Json.optional(),
  type: z.string().nullish(),
  operator: z.string().nullish(),
  negation: z.boolean().nullish(),
  dependency_chain: list(z.string()).nullish(),
})
export type PhProperty = z.infer<typeof PhProperty>

/** Properties, or nested groups, of which all or any must match. */
export type PhGroup = { type?: string | null | undefined; values?: (PhGroup | PhProperty)[] | null | undefined }
export const PhGroup: z.ZodType<PhGroup> = z.lazy(() =>
  z.looseObject({
    type: z.string().nullish(),
    values: list(byField({ key: PhProperty }, PhGroup)).nullish(),
  }),
)

const Condition = z.looseObject({
  properties: list(PhProperty).nullish(),
  rollout_percentage: z.number().nullish(),
  variant: z.string().nullish(),
  aggregation_group_type_index: z.number().nullish(),
})
export type PhCondition = z.infer<typeof Condition>

const Variant = z.looseObject({ key: z.string(), rollout_percentage: z.number() })
export const PhFlag = z.looseObject({
  key: z.string(),
  active: z.boolean().nullish(),
  has_encrypted_payloads: z.boolean().nullish(),
  ensure_experience_continuity: z.boolean().nullish(),
  bucketing_identifier: z.string().nullish(),
  filters: z
    .looseObject({
      groups: list(Condition).nullish(),
      multivariate: z.looseObject({ variants: list(Variant).nullish() }).nullish(),
      aggregation_group_type_index: z.number().nullish(),
      holdout: z
        .looseObject({ id: z.union([z.string(), z.number()]).nullish(), exclusion_percentage: z.number().nullish() })
        .nullish(),
      /** The older form of `holdout`. */
      holdout_groups: z
        .array(
          z.looseObject({
            properties: z.array(z.unknown()).nullish(),
            rollout_percentage: z.number().nullish(),
            variant: z.string().nullish(),
          }),
        )
        .nullish(),
      payloads: z.record(z.string(), Json).nullish(),
      early_exit: z.boolean().nullish(),
      version: z.number().nullish(),
      feature_enrollment: z.boolean().nullish(),
    })
    .nullish(),
})
export type PhFlag = z.infer<typeof PhFlag>

export const PhConfig = z.looseObject({
  flags: list(PhFlag),
  group_type_mapping: record(z.string(), z.string()).nullish(),
  cohorts: record(z.string(), PhGroup).nullish(),
})
export type PhConfig = z.infer<typeof PhConfig>
