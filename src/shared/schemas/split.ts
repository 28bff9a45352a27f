import { z } from 'zod'
import { limits } from '../limits.ts'
import { byField, list } from './bounded.ts'
import { ExpressionDialect, type ExtendedSplit, extendedSplit } from './extended-split.ts'
import { Json, Key } from './keys.ts'
import { Point } from './point.ts'

/** One range of the bucket space: half-open `[from, to)`, in units of 0.001 %. */
export const Part = z.strictObject({
  variant: Key,
  from: z.int().min(0).max(limits.weightUnits),
  to: z.int().min(0).max(limits.weightUnits),
})
export type Part = z.infer<typeof Part>

/** A division of users among variants. Parts are disjoint. A unit in a gap is served nothing by this split. */
export const Split = z.strictObject({ point: Point.optional(), parts: list(Part).max(1_000) })
export type Split = z.infer<typeof Split>

/** What a rule serves: a variant, a split, or, in an imported document, an extended form. */
export type Serve = { variant: string; enabled?: boolean | undefined } | { split: Split } | ExtendedServe

/**
 * The extended forms: `wide` splits like another vendor; `expr` evaluates an expression to a variant; `useDefault`
 * serves the caller's default with its own outputs `enabled` and `name`; `error` ends the flag with that error.
 * `enabled` next to a variant is extended, too: an output in addition to variant and value.
 */
export type ExtendedServe =
  | { wide: ExtendedSplit<Serve> }
  | { expr: Json; dialect: ExpressionDialect }
  | { useDefault: true; enabled?: boolean | undefined; name?: string | undefined }
  | { error: string }

export const Serve: z.ZodType<Serve> = z.lazy(() =>
  byField({
    variant: z.strictObject({ variant: Key, enabled: z.boolean().optional() }),
    split: z.strictObject({ split: Split }),
    wide: z.strictObject({ wide: extendedSplit(Serve) }),
    expr: z.strictObject({ expr: Json, dialect: ExpressionDialect }),
    useDefault: z.strictObject({
      useDefault: z.literal(true),
      enabled: z.boolean().optional(),
      name: z.string().optional(),
    }),
    error: z.strictObject({ error: z.string().min(1).max(64) }),
  }),
)
