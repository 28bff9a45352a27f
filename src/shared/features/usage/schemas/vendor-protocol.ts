import { z } from 'zod'
import { list } from '../../../schemas/bounded.ts'
import { Instant, Key } from '../../../schemas/keys.ts'
import { InEnvironment } from '../../projects/schemas/project.ts'

export const FlagFormatsInput = InEnvironment.extend({ flag: Key })
export type FlagFormatsInput = z.infer<typeof FlagFormatsInput>

/**
 * Whether a vendor's SDKs can read a flag: exactly, only for certain contexts, or not at all. If not, it says why and
 * how to fix it.
 */
export const FlagFormatSupport = z.strictObject({
  format: z.enum(['unleash', 'launchdarkly', 'flagd', 'growthbook']),
  /** Whether this server recently saw an SDK of this vendor read the environment. */
  used: z.boolean(),
  readable: z.boolean(),
  /** The requirements on contexts, in words. */
  provided: list(z.string()),
  /** Why it cannot be read and how to fix that, in words. Null if it can be read. */
  because: z.string().nullable(),
  cure: z.string().nullable(),
})
export type FlagFormatSupport = z.infer<typeof FlagFormatSupport>

/**
 * The vendors whose SDKs recently read an environment, and whether a publish that removes a flag from them is rejected.
 */
export const FormatsInUse = z.strictObject({
  formats: list(z.enum(['unleash', 'launchdarkly', 'flagd', 'growthbook'])),
  held: z.boolean(),
})
export type FormatsInUse = z.infer<typeof FormatsInUse>

/** An application that reads an environment with another vendor's SDK. */
export const VendorSdkReader = z.strictObject({
  format: z.string(),
  sdk: z.string(),
  app: z.string(),
  lastSeenAt: Instant,
})
export type VendorSdkReader = z.infer<typeof VendorSdkReader>
