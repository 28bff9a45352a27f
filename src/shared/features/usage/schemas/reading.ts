import { z } from 'zod'
import { list } from '../../../schemas/bounded.ts'
import { Instant, Key } from '../../../schemas/keys.ts'
import { InEnvironment } from '../../projects/schemas/project.ts'

export const ReadingsOfFlagInput = InEnvironment.extend({ flag: Key })
export type ReadingsOfFlagInput = z.infer<typeof ReadingsOfFlagInput>

/**
 * Whether a vendor's SDKs can read a flag: exactly, only for certain contexts, or not at all. If not, it says why and
 * how to fix it.
 */
export const FlagReadable = z.strictObject({
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
export type FlagReadable = z.infer<typeof FlagReadable>

/**
 * The vendors whose SDKs recently read an environment, and whether a publish that removes a flag from them is rejected.
 */
export const FormatsRead = z.strictObject({
  formats: list(z.enum(['unleash', 'launchdarkly', 'flagd', 'growthbook'])),
  held: z.boolean(),
})
export type FormatsRead = z.infer<typeof FormatsRead>

/** An application that reads an environment with another vendor's SDK. */
export const ForeignReader = z.strictObject({
  format: z.string(),
  sdk: z.string(),
  app: z.string(),
  lastSeenAt: Instant,
})
export type ForeignReader = z.infer<typeof ForeignReader>
