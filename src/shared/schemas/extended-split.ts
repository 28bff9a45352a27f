import { z } from 'zod'
import { list } from './bounded.ts'
import { Bounds, ExtendedPoint } from './extended-point.ts'
import { Json } from './keys.ts'

/** One range of an extended split, in binary64. A missing end is unbounded. */
export type Slot<Serve> = {
  lo?: number | undefined
  hi?: number | undefined
  serve: Serve
  /** A unit in this range is served nothing by the split: evaluation continues with the next rule. */
  passthrough?: true | undefined
  /** The result does not count as part of an experiment. */
  untracked?: true | undefined
}

/**
 * A split as another vendor computes it. Slots are derived from `source`, left to right in binary64, by the layout of
 * that name. An edit changes `source`, and keeps point, layout and bounds.
 */
export type ExtendedSplit<Serve> = {
  point: ExtendedPoint
  bounds: Bounds
  slots: Slot<Serve>[]
  /** Beyond the last slot, or in a gap: nothing, the last slot, an error, or `overflowServe`. */
  overflow: 'none' | 'last' | 'error' | 'serve'
  overflowServe?: Serve | undefined
  /** Without a unit: nothing, an error, or `noUnitServe`. */
  noUnit: 'none' | 'fatal' | 'serve'
  noUnitServe?: Serve | undefined
  /** Results of tracked slots count as part of an experiment. */
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
 * The dialect of a JSONLogic expression, which yields a variant key, or null for nothing. Dialects differ in how
 * `fractional` divides (https://flagd.dev/reference/custom-operations/fractional-operation/):
 * - `percent`: a percentage from the hash as a signed integer; versions are strict
 * - `shift`: multiplies the hash by the sum of the weights
 * - `cbor`: like `shift`, over deterministic CBOR
 * - `plain`: same as `shift`
 * - `query`: the JSONLogic of GO Feature Flag: `{ "if": [{ "query": … }, variant, null] }`
 * The variable `$flag` contains `flagKey`, and `timestamp` in unix seconds.
 */
export const ExpressionDialect = z.enum(['percent', 'shift', 'cbor', 'plain', 'query'])
export type ExpressionDialect = z.infer<typeof ExpressionDialect>

/**
 * A stored assignment, read before `when`. `assignments` is where the context contains the caller's store: `{
 * "attribute||value": { "key__version": variant } }`, for `attribute` first, then for `fallback`.
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
