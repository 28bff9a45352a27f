import { z } from 'zod'
import { byField, list } from './bounded.ts'
import { AttributeRef, Final, Presence, Stringifier } from './extended-attribute.ts'

/** One piece of the text that is hashed: a literal, or an attribute. */
export const UnitPart = byField({
  literal: z.strictObject({ literal: z.string().max(1_024) }),
  attribute: z.strictObject({
    attribute: AttributeRef,
    /** What counts as having no unit; by default `nullish`. */
    presence: Presence.optional(),
    str: Stringifier,
    /** Cuts the text after this many Unicode scalar values. */
    maxScalars: z.int().min(1).optional(),
    /** The point itself when the text is empty, in place of hashing. */
    emptyIs: z.number().optional(),
    /** An absent attribute adds nothing (and no separator) instead of leaving no unit. */
    optional: z.literal(true).optional(),
    /** Stands in when the attribute is absent. */
    orElse: z.string().max(512).optional(),
  }),
})
export type UnitPart = z.infer<typeof UnitPart>

/** The text that is hashed: the parts in order, with `join` between them. */
export const Unit = z.strictObject({
  parts: list(UnitPart).min(1).max(64),
  join: z.string().max(16).optional(),
  /** There is no unit unless this attribute is present. */
  requires: AttributeRef.optional(),
})
export type Unit = z.infer<typeof Unit>

/**
 * The hash of the text. `hex` is the number of leading hex digits `sha1-prefix` keeps. `encoding` turns text into bytes:
 * `utf8`; `utf16` whole code units; `utf16-lowbyte` the low byte of each; `utf16-imurmur` code units mixed as 16 bits wide.
 * `murmur3-32-cbor` hashes the deterministic CBOR of the text, or of the list of parts when there are several.
 * `sha256-prefix` takes the first 64 bits of the digest, and goes with `mod` below 2^20 alone.
 * `random` hashes the instant of the evaluation in place of the unit: it remembers nobody.
 */
export const PointHash = z.strictObject({
  algorithm: z.enum([
    'murmur3-32',
    'fnv1a-32',
    'fnv1a-32-twice',
    'sha1-prefix',
    'md5-int',
    'murmur3-32-cbor',
    'crc32',
    'sha256-prefix',
    'random',
  ]),
  seed: z.int().optional(),
  hex: z.union([z.literal(7), z.literal(15)]).optional(),
  encoding: z.enum(['utf8', 'utf16', 'utf16-lowbyte', 'utf16-imurmur']).optional(),
})
export type PointHash = z.infer<typeof PointHash>

/**
 * From hash to number, in binary64: `mod` (h mod `mod`, plus `add`, divided by `div`), `div` (h / `by`), `scale`
 * (floor(h / 2^32 × `to`)), `mulshift` (h × `total` >> 32 in 64 bits), `absint32` (|int32(h)| / `by` × 100),
 * `md5-9998` ((h mod 9999) / 9998 × 100, hashed again while it is 100).
 */
export const Normalisation = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('mod'),
    mod: z.int().min(0),
    add: z.number().optional(),
    div: z.number().optional(),
  }),
  z.strictObject({ kind: z.literal('div'), by: z.number() }),
  z.strictObject({ kind: z.literal('scale'), to: z.number() }),
  z.strictObject({ kind: z.literal('mulshift'), total: z.int().min(0) }),
  z.strictObject({ kind: z.literal('absint32'), by: z.union([z.literal(2147483647), z.literal(2147483648)]) }),
  z.strictObject({ kind: z.literal('md5-9998') }),
])
export type Normalisation = z.infer<typeof Normalisation>

/** A point on another system's line: what is hashed, how, and the number that comes of it. */
export const ExtendedPoint = z.strictObject({
  unit: Unit,
  hash: PointHash,
  norm: Normalisation,
  /** Without a unit the point is 0 instead of none. */
  noUnit: z.literal('zero').optional(),
})
export type ExtendedPoint = z.infer<typeof ExtendedPoint>

/** Which ends of a stretch belong to it. */
export const Bounds = z.enum(['[)', '[]', '(]'])
export type Bounds = z.infer<typeof Bounds>

/** Whether a point lies between `lo` and `hi`, in binary64; an end that is left out is infinite. */
export const Within = z.strictObject({
  point: ExtendedPoint,
  lo: z.number().optional(),
  hi: z.number().optional(),
  bounds: Bounds,
  /** The result without a unit; by default `false`. */
  noUnit: Final.optional(),
})
export type Within = z.infer<typeof Within>
