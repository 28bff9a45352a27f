import { z } from 'zod'
import { list, record } from '../../../schemas/bounded.ts'

/**
 * One Split (Harness FME) environment as its SDKs download it (`GET /api/splitChanges`, `/api/segmentChanges/{name}`).
 * Unknown fields are ignored.
 */
const Matcher = z.looseObject({
  matcherType: z.string(),
  negate: z.boolean().nullish(),
  keySelector: z.looseObject({ attribute: z.string().nullish() }).nullish(),
  userDefinedSegmentMatcherData: z.looseObject({ segmentName: z.string() }).nullish(),
  whitelistMatcherData: z.looseObject({ whitelist: list(z.string()).nullish() }).nullish(),
  unaryNumericMatcherData: z.looseObject({ dataType: z.string().nullish(), value: z.number() }).nullish(),
  betweenMatcherData: z.looseObject({ dataType: z.string().nullish(), start: z.number(), end: z.number() }).nullish(),
  booleanMatcherData: z.boolean().nullish(),
  dependencyMatcherData: z.looseObject({ split: z.string(), treatments: list(z.string()) }).nullish(),
  stringMatcherData: z.string().nullish(),
  betweenStringMatcherData: z.looseObject({ start: z.string(), end: z.string() }).nullish(),
})
export type SplitMatcher = z.infer<typeof Matcher>

const Condition = z.looseObject({
  conditionType: z.string().nullish(),
  matcherGroup: z.looseObject({ combiner: z.string().nullish(), matchers: list(Matcher) }),
  partitions: list(z.looseObject({ treatment: z.string(), size: z.number() })).nullish(),
})
export type SplitCondition = z.infer<typeof Condition>

export const SplitDefinition = z.looseObject({
  name: z.string(),
  status: z.string().nullish(),
  killed: z.boolean().nullish(),
  defaultTreatment: z.string(),
  seed: z.number(),
  trafficAllocation: z.number().nullish(),
  trafficAllocationSeed: z.number().nullish(),
  algo: z.number().nullish(),
  configurations: record(z.string(), z.string()).nullish(),
  conditions: list(Condition),
  prerequisites: list(z.looseObject({ n: z.string(), ts: list(z.string()) })).nullish(),
})
export type SplitDefinition = z.infer<typeof SplitDefinition>

export const SplitConfig = z.looseObject({
  splits: list(SplitDefinition),
  segments: record(z.string(), list(z.string())),
})
export type SplitConfig = z.infer<typeof SplitConfig>
