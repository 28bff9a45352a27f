import { z } from 'zod'
import { limits } from '../limits.ts'
import { operatorNames } from '../operators.ts'
import { byField, list } from './bounded.ts'
import { Final } from './extended-attribute.ts'
import { type FlagTest as FlagTestOn, flagTest } from './extended-flag-test.ts'
import { Within } from './extended-point.ts'
import {
  type Each as EachOf,
  type ExtendedLeaf as ExtendedLeafOf,
  type ExtendedTest as ExtendedTestOf,
  each,
  extendedLeafOf,
} from './extended-test.ts'
import { Key } from './keys.ts'
import { Point } from './point.ts'

export const Operator = z.enum(operatorNames)
export type Operator = z.infer<typeof Operator>

/** A value that a condition compares with. Dates are RFC 3339 texts or epoch ms; durations are like `P30D` or `12h`. */
export const Scalar = z.union([z.string().max(limits.valueLength), z.number(), z.boolean()])
export type Scalar = z.infer<typeof Scalar>

/** A test of one attribute. `attribute` is a dotted path; `\.` is a literal dot. */
export const Leaf = z.strictObject({
  attribute: z.string().min(1).max(limits.valueLength),
  operator: Operator,
  values: list(Scalar).max(limits.valuesPerCondition),
  ignoreCase: z.literal(true).optional(),
})
export type Leaf = z.infer<typeof Leaf>

/**
 * How `all` and `any` treat an unknown: the first one decides (`sequential`, the default), or a later condition still
 * may (`kleene`).
 */
export const UnknownMode = z.enum(['sequential', 'kleene'])
export type UnknownMode = z.infer<typeof UnknownMode>

export type Condition =
  | true
  | { all: Condition[]; unknown?: UnknownMode | undefined }
  | { any: Condition[]; unknown?: UnknownMode | undefined }
  | { not: Condition }
  | Leaf
  | { segment: string; negate?: boolean | undefined; missing?: Final | undefined }
  | { flag: string; variants: string[] }
  | { in: { point?: Point | undefined; from: number; to: number } }
  | ExtendedCondition

/** Conditions that only imported documents have. Only these can be unknown or fatal. */
export type ExtendedCondition = ExtendedLeaf | Each | { flagTest: FlagTest } | { within: Within }
export type ExtendedLeaf = ExtendedLeafOf<Condition>
export type ExtendedTest = ExtendedTestOf<Condition>
export type Each = EachOf<Condition>
export type FlagTest = FlagTestOn<Condition>

/** The condition of a rule or segment. The type is written by hand, because zod cannot infer recursive unions. */
export const Condition: z.ZodType<Condition> = z.lazy(() =>
  byField(
    {
      all: z.strictObject({ all: list(Condition).max(limits.conditionsPerRule), unknown: UnknownMode.optional() }),
      any: z.strictObject({ any: list(Condition).max(limits.conditionsPerRule), unknown: UnknownMode.optional() }),
      not: z.strictObject({ not: Condition }),
      attribute: Leaf,
      segment: z.strictObject({ segment: Key, negate: z.boolean().optional(), missing: Final.optional() }),
      flag: z.strictObject({ flag: Key, variants: list(Key).min(1).max(limits.variantsPerFlag) }),
      in: z.strictObject({
        in: z.strictObject({ point: Point.optional(), from: z.number(), to: z.number() }),
      }),
      read: extendedLeafOf(Condition),
      each: each(Condition),
      flagTest: z.strictObject({ flagTest: FlagTest }),
      within: z.strictObject({ within: Within }),
    },
    z.literal(true),
  ),
)
export const FlagTest: z.ZodType<FlagTest> = z.lazy(() => flagTest(Condition))
