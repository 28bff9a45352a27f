import { z } from 'zod'
import { list, record } from '../../../schemas/bounded.ts'
import { Json } from '../../../schemas/keys.ts'

/**
 * One LaunchDarkly environment as its SDKs download it (`GET /sdk/latest-all`), the only form that contains segment
 * salts. Unknown fields are ignored. `null` counts as absent, as in the SDKs.
 */
const Clause = z.looseObject({
  attribute: z.string().nullish(),
  contextKind: z.string().nullish(),
  op: z.string(),
  values: list(Json).nullish(),
  negate: z.boolean().nullish(),
})
export type LdClause = z.infer<typeof Clause>

const Rollout = z.looseObject({
  kind: z.string().nullish(),
  contextKind: z.string().nullish(),
  bucketBy: z.string().nullish(),
  seed: z.number().nullish(),
  variations: list(
    z.looseObject({ variation: z.number(), weight: z.number(), untracked: z.boolean().nullish() }),
  ).nullish(),
})
export type LdRollout = z.infer<typeof Rollout>

const VariationOrRollout = z.looseObject({ variation: z.number().nullish(), rollout: Rollout.nullish() })
export type LdVariationOrRollout = z.infer<typeof VariationOrRollout>

const Target = z.looseObject({
  contextKind: z.string().nullish(),
  variation: z.number(),
  values: list(z.string()).nullish(),
})
const FlagRule = VariationOrRollout.extend({
  id: z.string().nullish(),
  clauses: list(Clause).nullish(),
})
export const LdFlag = z.looseObject({
  on: z.boolean().nullish(),
  variations: list(Json).nullish(),
  offVariation: z.number().nullish(),
  fallthrough: VariationOrRollout.nullish(),
  targets: list(Target).nullish(),
  contextTargets: list(Target).nullish(),
  rules: list(FlagRule).nullish(),
  prerequisites: list(z.looseObject({ key: z.string(), variation: z.number() })).nullish(),
  salt: z.string().nullish(),
  clientSide: z.boolean().nullish(),
  clientSideAvailability: z.looseObject({ usingEnvironmentId: z.boolean().nullish() }).nullish(),
  migration: z.unknown().optional(),
})
export type LdFlag = z.infer<typeof LdFlag>

const SegmentTarget = z.looseObject({ contextKind: z.string().nullish(), values: list(z.string()).nullish() })
export type LdSegmentTarget = z.infer<typeof SegmentTarget>

const SegmentRule = z.looseObject({
  clauses: list(Clause).nullish(),
  weight: z.number().nullish(),
  bucketBy: z.string().nullish(),
  rolloutContextKind: z.string().nullish(),
})
export type LdSegmentRule = z.infer<typeof SegmentRule>

export const LdSegment = z.looseObject({
  included: list(z.string()).nullish(),
  excluded: list(z.string()).nullish(),
  includedContexts: list(SegmentTarget).nullish(),
  excludedContexts: list(SegmentTarget).nullish(),
  rules: list(SegmentRule).nullish(),
  salt: z.string().nullish(),
  unbounded: z.boolean().nullish(),
  unboundedContextKind: z.string().nullish(),
  generation: z.number().nullish(),
})
export type LdSegment = z.infer<typeof LdSegment>

export const LdConfig = z.looseObject({
  flags: record(z.string(), LdFlag),
  segments: record(z.string(), LdSegment).nullish(),
})
export type LdConfig = z.infer<typeof LdConfig>
