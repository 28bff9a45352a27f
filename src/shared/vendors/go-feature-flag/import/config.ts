import { z } from 'zod'
import { list, record } from '../../../schemas/bounded.ts'
import { Json } from '../../../schemas/keys.ts'

/**
 * The flags of GO Feature Flag as its relay proxy and its Go SDK retrieve them: a file of flags by key. Unknown fields
 * are ignored.
 */
const Step = z.looseObject({
  variation: z.string().nullish(),
  percentage: z.number().nullish(),
  date: z.string().nullish(),
})
export type GoffStep = z.infer<typeof Step>

const Rule = z.looseObject({
  name: z.string().nullish(),
  query: z.string().nullish(),
  variation: z.string().nullish(),
  percentage: record(z.string(), z.number()).nullish(),
  progressiveRollout: z.looseObject({ initial: Step.nullish(), end: Step.nullish() }).nullish(),
  disable: z.boolean().nullish(),
})
export type GoffRule = z.infer<typeof Rule>

const Window = z.looseObject({ start: z.string().nullish(), end: z.string().nullish() })

const Changeable = z.looseObject({
  variations: record(z.string(), Json).nullish(),
  targeting: list(Rule).nullish(),
  defaultRule: Rule.nullish(),
  disable: z.boolean().nullish(),
  experimentation: Window.nullish(),
})
export type GoffChange = z.infer<typeof Changeable>

export const GoffFlag = Changeable.extend({
  bucketingKey: z.string().nullish(),
  scheduledRollout: list(Changeable.extend({ date: z.string().nullish() })).nullish(),
  metadata: record(z.string(), Json).nullish(),
})
export type GoffFlag = z.infer<typeof GoffFlag>

export const GoffConfig = record(z.string(), GoffFlag)
export type GoffConfig = z.infer<typeof GoffConfig>
