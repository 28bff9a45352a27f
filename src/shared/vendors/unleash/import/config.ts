import { z } from 'zod'
import { list, record } from '../../../schemas/bounded.ts'

/**
 * One Unleash environment as its backend SDKs download it (`GET /api/client/features`). Unknown fields are ignored.
 * `disabled` strategies occur only in the admin export, not in the SDKs' payload.
 */
const Constraint = z.looseObject({
  contextName: z.string(),
  operator: z.string(),
  values: list(z.string()).nullish(),
  value: z.union([z.string(), z.number()]).nullish(),
  inverted: z.boolean().nullish(),
  caseInsensitive: z.boolean().nullish(),
})
export type UnleashConstraint = z.infer<typeof Constraint>

const Variant = z.looseObject({
  name: z.string(),
  weight: z.number(),
  stickiness: z.string().nullish(),
  payload: z.looseObject({ type: z.string(), value: z.string() }).nullish(),
  overrides: list(z.looseObject({ contextName: z.string(), values: list(z.string()) })).nullish(),
})
export type UnleashVariant = z.infer<typeof Variant>

const Parameters = record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
export type UnleashParameters = z.infer<typeof Parameters>

const Strategy = z.looseObject({
  name: z.string(),
  parameters: Parameters.nullish(),
  constraints: list(Constraint).nullish(),
  segments: list(z.number()).nullish(),
  variants: list(Variant).nullish(),
  disabled: z.boolean().nullish(),
})
export type UnleashStrategy = z.infer<typeof Strategy>

const Dependency = z.looseObject({
  feature: z.string(),
  enabled: z.boolean().nullish(),
  variants: list(z.string()).nullish(),
})
export type UnleashDependency = z.infer<typeof Dependency>

export const UnleashFeature = z.looseObject({
  name: z.string(),
  /** Absent in old backups, which SDKs read as disabled. */
  enabled: z.boolean().nullish(),
  strategies: list(Strategy).nullish(),
  variants: list(Variant).nullish(),
  dependencies: list(Dependency).nullish(),
})
export type UnleashFeature = z.infer<typeof UnleashFeature>

export const UnleashSegment = z.looseObject({
  id: z.number(),
  name: z.string().nullish(),
  constraints: list(Constraint).nullish(),
})
export type UnleashSegment = z.infer<typeof UnleashSegment>

export const UnleashConfig = z.looseObject({
  features: list(UnleashFeature),
  segments: list(UnleashSegment).nullish(),
})
export type UnleashConfig = z.infer<typeof UnleashConfig>

/** The document as events (`GET /api/client/delta`): a hydration, then changes in order. */
export const UnleashDelta = z.looseObject({
  events: list(
    z.discriminatedUnion('type', [
      z.looseObject({
        type: z.literal('hydration'),
        features: list(z.unknown()),
        segments: list(z.unknown()).nullish(),
      }),
      z.looseObject({ type: z.literal('feature-updated'), feature: z.unknown() }),
      z.looseObject({ type: z.literal('feature-removed'), featureName: z.string() }),
      z.looseObject({ type: z.literal('segment-updated'), segment: z.unknown() }),
      z.looseObject({ type: z.literal('segment-removed'), segmentId: z.number() }),
    ]),
  ),
})
export type UnleashDelta = z.infer<typeof UnleashDelta>
