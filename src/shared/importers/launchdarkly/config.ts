import { z } from 'zod'
import { Json } from '../../schemas/keys.ts'

/**
 * One environment of LaunchDarkly as its SDKs download it (`GET /sdk/latest-all`), the only form that carries segment
 * salts. Fields we do not read are let through; `null` counts as absent, as it does in the SDKs.
 */
const Clause = z.looseObject({
  attribute: z.string().nullish(),
  contextKind: z.string().nullish(),
  op: z.string(),
  values: z.array(Json).nullish(),
  negate: z.boolean().nullish(),
})
export type LdClause = z.infer<typeof Clause>

const Rollout = z.looseObject({
  kind: z.string().nullish(),
  contextKind: z.string().nullish(),
  bucketBy: z.string().nullish(),
  seed: z.number().nullish(),
  variations: z
    .array(z.looseObject({ variation: z.number(), weight: z.number(), untracked: z.boolean().nullish() }))
    .nullish(),
})
export type LdRollout = z.infer<typeof Rollout>

const VariationOrRollout = z.looseObject({ variation: z.number().nullish(), rollout: Rollout.nullish() })
export type LdVariationOrRollout = z.infer<typeof VariationOrRollout>

const Target = z.looseObject({
  contextKind: z.string().nullish(),
  variation: z.number(),
  values: z.array(z.string()).nullish(),
})
export type LdTarget = z.infer<typeof Target>

const FlagRule = VariationOrRollout.extend({
  id: z.string().nullish(),
  clauses: z.array(Clause).nullish(),
})
export type LdFlagRule = z.infer<typeof FlagRule>

const Flag = z.looseObject({
  on: z.boolean().nullish(),
  variations: z.array(Json).nullish(),
  offVariation: z.number().nullish(),
  fallthrough: VariationOrRollout.nullish(),
  targets: z.array(Target).nullish(),
  contextTargets: z.array(Target).nullish(),
  rules: z.array(FlagRule).nullish(),
  prerequisites: z.array(z.looseObject({ key: z.string(), variation: z.number() })).nullish(),
  salt: z.string().nullish(),
  clientSide: z.boolean().nullish(),
  clientSideAvailability: z.looseObject({ usingEnvironmentId: z.boolean().nullish() }).nullish(),
  migration: z.unknown().optional(),
})
export type LdFlag = z.infer<typeof Flag>

const SegmentTarget = z.looseObject({ contextKind: z.string().nullish(), values: z.array(z.string()).nullish() })
export type LdSegmentTarget = z.infer<typeof SegmentTarget>

const SegmentRule = z.looseObject({
  clauses: z.array(Clause).nullish(),
  weight: z.number().nullish(),
  bucketBy: z.string().nullish(),
  rolloutContextKind: z.string().nullish(),
})
export type LdSegmentRule = z.infer<typeof SegmentRule>

const Segment = z.looseObject({
  included: z.array(z.string()).nullish(),
  excluded: z.array(z.string()).nullish(),
  includedContexts: z.array(SegmentTarget).nullish(),
  excludedContexts: z.array(SegmentTarget).nullish(),
  rules: z.array(SegmentRule).nullish(),
  salt: z.string().nullish(),
  unbounded: z.boolean().nullish(),
  generation: z.number().nullish(),
})
export type LdSegment = z.infer<typeof Segment>

export const LdConfig = z.looseObject({
  flags: z.record(z.string(), Flag),
  segments: z.record(z.string(), Segment).nullish(),
})
export type LdConfig = z.infer<typeof LdConfig>
