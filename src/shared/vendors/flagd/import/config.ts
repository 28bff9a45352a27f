import { z } from 'zod'
import { record } from '../../../schemas/bounded.ts'
import { Json } from '../../../schemas/keys.ts'

/** flagd's JSON format, also used in `spec.flagSpec` of its Kubernetes resources. Unknown fields are ignored. */
export const FlagdFlag = z.looseObject({
  state: z.enum(['ENABLED', 'DISABLED']),
  variants: record(z.string(), Json),
  defaultVariant: z.string().nullish(),
  targeting: record(z.string(), Json).nullish(),
  metadata: z.record(z.string(), Json).nullish(),
})
export type FlagdFlag = z.infer<typeof FlagdFlag>

export const FlagdConfig = z.looseObject({
  flags: record(z.string(), FlagdFlag),
  $evaluators: record(z.string(), Json).nullish(),
})
export type FlagdConfig = z.infer<typeof FlagdConfig>
