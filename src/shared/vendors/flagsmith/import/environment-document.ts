import { z } from 'zod'
import { Json } from '../../../schemas/keys.ts'

/** The parts of Flagsmith's environment document (`GET /api/v1/environment-document/`) that evaluation reads. */
const Condition = z.looseObject({
  operator: z.string(),
  property_: z.string().nullish(),
  value: z.union([z.string(), z.number(), z.boolean(), z.array(z.string()), z.null()]).optional(),
})

export type DocumentRule = { type: string; conditions: z.infer<typeof Condition>[]; rules: DocumentRule[] }
const Rule: z.ZodType<DocumentRule> = z.lazy(() =>
  z.looseObject({
    type: z.string(),
    conditions: z.array(Condition).default([]),
    rules: z.array(Rule).default([]),
  }),
)

const FeatureStateFields = z.looseObject({
  feature: z.looseObject({ id: z.number(), name: z.string() }),
  enabled: z.boolean(),
  django_id: z.number().nullish(),
  featurestate_uuid: z.string().nullish(),
  feature_state_value: Json.optional(),
  feature_segment: z.looseObject({ priority: z.number().nullish() }).nullish(),
  multivariate_feature_state_values: z
    .array(
      z.looseObject({
        id: z.number().nullish(),
        mv_fs_value_uuid: z.string().nullish(),
        percentage_allocation: z.number(),
        multivariate_feature_option: z.looseObject({ value: Json }),
      }),
    )
    .nullish(),
})
const isUuid = (uuid: string | null | undefined): boolean => /^[\da-f]{1,32}$/i.test((uuid ?? '').replaceAll('-', ''))

export const FsFeatureState = FeatureStateFields.refine(
  ({ django_id, featurestate_uuid, multivariate_feature_state_values: values }) =>
    django_id != null || featurestate_uuid !== undefined || (values ?? []).length === 0,
  { error: 'It has variants but no id to divide its users by. Export the environment again.' },
).refine(
  ({ multivariate_feature_state_values: values }) =>
    (values ?? []).every(({ id, mv_fs_value_uuid: uuid }) => id != null || isUuid(uuid)),
  { error: 'One of its variants has neither an id nor a UUID. Export the environment again.' },
)
export type DocumentFeatureState = z.infer<typeof FsFeatureState>

export const FsDocumentSegment = z.looseObject({
  id: z.number(),
  name: z.string(),
  rules: z.array(Rule),
  feature_states: z.array(FsFeatureState).default([]),
})

export const FsIdentityOverride = z.looseObject({
  identifier: z.string(),
  identity_features: z.array(FsFeatureState).default([]),
})

export const FsEnvironmentDocument = z.looseObject({
  api_key: z.string(),
  name: z.string().default(''),
  use_identity_composite_key_for_hashing: z.boolean().nullish(),
  hide_disabled_flags: z.boolean().nullish(),
  project: z.looseObject({
    hide_disabled_flags: z.boolean().nullish(),
    server_key_only_feature_ids: z.array(z.number()).nullish(),
    segments: z.array(FsDocumentSegment),
  }),
  feature_states: z.array(FsFeatureState),
  identity_overrides: z.array(FsIdentityOverride).nullish(),
})
export type FsEnvironmentDocument = z.infer<typeof FsEnvironmentDocument>
