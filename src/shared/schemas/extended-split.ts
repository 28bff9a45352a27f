import { z } from 'zod'
import { list } from './bounded.ts'
import { Bounds, ExtendedPoint } from './extended-point.ts'
import { Json } from './keys.ts'

/** One range of a wide split, in binary64; an end that is left out is infinite. */
export type Slot<Serve> = {
  lo?: number | undefined
  hi?: number | undefined
  serve: Serve
  /** The unit belongs here, but the split yields nothing: evaluation goes on with the next rule. */
  passthrough?: true | undefined
  /** The answer does not count as part of an experiment. */
  untracked?: true | undefined
}

/**
 * A division of the population as another system makes it. Slots are derived from `source`, left to right in binary64, by
 * the layout of that name; an edit keeps point, layout and bounds, and changes `source`.
 */
export type ExtendedSplit<Serve> = {
  point: ExtendedPoint
  bounds: Bounds
  slots: Slot<Serve>[]
  /** Past the last slot, or in a gap: nothing, the last slot, an error, or `overflowServe`. */
  overflow: 'none' | 'last' | 'error' | 'serve'
  overflowServe?: Serve | undefined
  /** Without a unit: nothing, an error, or `noUnitServe`. */
  noUnit: 'none' | 'fatal' | 'serve'
  noUnitServe?: Serve | undefined
  /** Answers of tracked slots count as part of an experiment. */
  experiment?: true | undefined
  source: { layout: string; weights: Json; coverage?: number | undefined }
}

export const extendedSplit = <Serve>(serve: z.ZodType<Serve>): z.ZodType<ExtendedSplit<Serve>> =>
  z.strictObject({
    point: ExtendedPoint,
    bounds: Bounds,
    slots: list(
      z.strictObject({
        lo: z.number().optional(),
        hi: z.number().optional(),
        serve,
        passthrough: z.literal(true).optional(),
        untracked: z.literal(true).optional(),
      }),
    ).max(10_000),
    overflow: z.enum(['none', 'last', 'error', 'serve']),
    overflowServe: serve.optional(),
    noUnit: z.enum(['none', 'fatal', 'serve']),
    noUnitServe: serve.optional(),
    experiment: z.literal(true).optional(),
    source: z.strictObject({ layout: z.string(), weights: Json, coverage: z.number().optional() }),
  })

/**
 * How an expression in JSONLogic, which yields the key of a variant or null for nothing, divides by `fractional`
 * (https://flagd.dev/reference/custom-operations/fractional-operation/): `percent` takes a percentage from the hash as a
 * signed integer and has strict versions, `shift` multiplies the hash by the sum of the weights, `cbor` does so over
 * deterministic CBOR; `plain` is `shift`. The variable `$flag` holds `flagKey`, and `timestamp` in unix seconds.
 * `goff` is the JSONLogic of GO Feature Flag: `{ "if": [{ "query": … }, variant, null] }`.
 */
export const ExpressionDialect = z.enum(['percent', 'shift', 'cbor', 'plain', 'goff'])
export type ExpressionDialect = z.infer<typeof ExpressionDialect>

/**
 * A stored assignment, consulted before `when`. `assignments` reads from the context what the caller's store holds:
 * `{ "attribute||value": { "key__version": variant } }`, of `attribute` first, then of `fallback`.
 */
export const Sticky = z.strictObject({
  assignments: list(z.string()).min(1),
  key: z.string(),
  bucketVersion: z.int().min(0),
  minBucketVersion: z.int().min(0),
  attribute: z.string(),
  fallback: z.string().optional(),
})
export type Sticky = z.infer<typeof Sticky>
