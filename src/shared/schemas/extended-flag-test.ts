import { z } from 'zod'
import { byField, list } from './bounded.ts'
import { Final } from './extended-attribute.ts'
import { Json } from './keys.ts'

/**
 * What is asked of another flag's answer: that it is enabled or not; that its variant (by key, or by the reported name) is
 * one of these; that it is switched on and serves exactly this variant; a condition over `{ value }`; an equal value of the
 * same type; or a value: any but false, false, or this variant.
 */
type FlagTestOf<Condition> =
  | { enabled: boolean }
  | { variantIn: string[]; requireEnabled?: boolean | undefined; byName?: boolean | undefined }
  | { on: true; variant: string }
  | { valueWhen: Condition }
  | { valueEq: Json }
  | { flagValue: boolean | string }

/** A prerequisite or a condition on another flag. `negate` never turns `missing`, `cycle` or `onError` around. */
export type FlagTest<Condition> = {
  flag: string
  test: FlagTestOf<Condition>
  /** There is no such flag; by default `false`. `null` tests the value null. */
  missing?: Final | undefined
  /** The flag is already being evaluated above; by default `false`. */
  cycle?: Final | undefined
  /** The flag ended in an error: pass it on, or a result; by default `propagate`. An unknown answer stays unknown. */
  onError?: 'propagate' | 'true' | 'false' | 'unknown' | undefined
  /** How many flags deep below this one prerequisites may go; a flag with deeper ones fails the test. */
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
