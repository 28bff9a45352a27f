import { z } from 'zod'
import { list } from '../../../schemas/bounded.ts'
import { Instant, Key } from '../../../schemas/keys.ts'
import { InEnvironment } from '../../projects/schemas/project.ts'

export const ReadingsOfFlagInput = InEnvironment.extend({ flag: Key })
export type ReadingsOfFlagInput = z.infer<typeof ReadingsOfFlagInput>

/** Whether a system's SDKs can read a flag: exactly; only where the context is so; or not, and why and what to do. */
export const FlagReadable = z.strictObject({
  format: z.enum(['unleash', 'launchdarkly', 'flagd', 'growthbook']),
  /** Whether an SDK of this system read the environment lately, as this server saw it. */
  used: z.boolean(),
  readable: z.boolean(),
  /** What must hold of a context, in words. */
  provided: list(z.string()),
  /** Why it cannot be read, and what ends that, in words; null where it can. */
  because: z.string().nullable(),
  cure: z.string().nullable(),
})
export type FlagReadable = z.infer<typeof FlagReadable>

/** The systems whose SDKs read an environment lately, and whether a publish that takes a flag from them is held back. */
export const FormatsRead = z.strictObject({
  formats: list(z.enum(['unleash', 'launchdarkly', 'flagd', 'growthbook'])),
  held: z.boolean(),
})
export type FormatsRead = z.infer<typeof FormatsRead>

/** A program that reads an environment with another system's SDK. */
export const ForeignReader = z.strictObject({
  format: z.string(),
  sdk: z.string(),
  app: z.string(),
  lastSeenAt: Instant,
})
export type ForeignReader = z.infer<typeof ForeignReader>
