import { z } from 'zod'
import { byField, list } from './bounded.ts'
import { Final } from './extended-attribute.ts'
import { Json } from './keys.ts'

/**
 * What is checked on another flag's result: that it is enabled or not; that its variant (by key or reported name) is
 * listed; that it is on and serves this variant; that a condition over `{ value }` matches; that its value is equal,
 * with the same type; or that its value is not false, is false, or is this variant.
 */
type FlagTestOf<Condition> =
  | { enabled: boolean }
  | { variantIn: string[]; requireEnabled?: boolean | undefined; byName?: boolean | undefined }
  | { on: true; variant: string }
  | { valueWhen: Condition }
  | { valueEq: Json }
  | { flagValue: boolean | string }

/** A prerequisite, or a condition on another flag. `negate` does not apply to `missing`, `cycle` and `onError`. */
export type FlagTest<Condition> = {
  flag: string
  test: FlagTestOf<Condition>
  /** The result if the flag does not exist; default: `false`. `null` tests the value null. */
  missing?: Final | undefined
  /** The result if the flag is already being evaluated in this chain; default: `false`. */
  cycle?: Final | undefined
  /** If the flag ended in an error: propagate it (default), or a result. An unknown result stays unknown. */
  onError?: 'propagate' | 'true' | 'false' | 'unknown' | undefined
  /** Maximum depth of prerequisites below this flag. A flag with deeper ones fails the test. */
  maxDepth?: number | undefined
  negate?: boolean | undefined
}

export const flagTest = <Condition>(condition: z.ZodType<Condition>): z.ZodType<FlagTest<Condition>> =>
  z.strictObject({
    flag: z.string().min(1).max(512),
    test: byField({
      enabled: z.strictObject({ enabled: z.boolean() }),
      variantIn: z.strictObject({
        variantIn: list(z.string()),
        requireEnabled: z.boolean().optional(),
        byName: z.boolean().optional(),
      }),
      on: z.strictObject({ on: z.literal(true), variant: z.string() }),
      valueWhen: z.strictObject({ valueWhen: condition }),
      valueEq: z.strictObject({ valueEq: Json }),
      flagValue: z.strictObject({ flagValue: z.union([z.boolean(), z.string()]) }),
    }),
    missing: Final.optional(),
    cycle: Final.optional(),
    onError: z.enum(['propagate', 'true', 'false', 'unknown']).optional(),
    maxDepth: z.int().min(0).optional(),
    negate: z.boolean().optional(),
  })
