import { z } from 'zod'
import { byField, list } from './bounded.ts'
import { AttributeRef, Final, Presence, Stringifier } from './extended-attribute.ts'

/** One part of the hashed text: a literal, or an attribute. */
export const UnitPart = byField({
  literal: z.strictObject({ literal: z.string().max(1_024) }),
  attribute: z.strictObject({
    attribute: AttributeRef,
    /** What counts as having no unit; default: `nullish`. */
    presence: Presence.optional(),
    str: Stringifier,
    /** Truncates the text to this many Unicode scalar values. */
    maxScalars: z.int().min(1).optional(),
    /** The point itself if the text is empty, instead of a hash. */
    emptyIs: z.number().optional(),
    /** If absent, the attribute adds nothing (and no separator), instead of leaving the context without a unit. */
    optional: z.literal(true).optional(),
    /** The text if the attribute is absent. */
    orElse: z.string().max(512).optional(),
  }),
})
export type UnitPart = z.infer<typeof UnitPart>

/** The hashed text: the parts in order, separated by `join`. */
export const Unit = z.strictObject({
  parts: list(UnitPart).min(1).max(64),
  join: z.string().max(16).optional(),
  /** The context has no unit unless this attribute is present. */
  requires: AttributeRef.optional(),
})
export type Unit = z.infer<typeof Unit>

/**
 * The hash of the text. `hex`: how many leading hex digits `sha1-prefix` uses. `encoding`: how text becomes bytes;
 * `utf8`; `utf16` whole code units; `utf16-lowbyte` the low byte of each; `utf16-imurmur` code units mixed as 16-bit
 * values.
 * - `murmur3-32-cbor` hashes the deterministic CBOR of the text, or of the list of parts if there are several.
 * - `sha256-prefix` uses the first 64 bits of the digest, and only allows `mod` below 2^20.
 * - `random` hashes the instant of the evaluation instead of the unit, so results are not sticky.
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
 * How a hash h becomes a point, in binary64:
 * - `mod`: ((h mod `mod`) + `add`) / `div`
 * - `div`: h / `by`
 * - `scale`: floor(h / 2^32 × `to`)
 * - `mulshift`: h × `total` >> 32, in 64 bits
 * - `absint32`: |int32(h)| / `by` × 100
 * - `md5-9998`: (h mod 9999) / 9998 × 100, hashed again while it is 100
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

/** A point on another vendor's scale: what is hashed, how, and how the hash becomes a number. */
export const ExtendedPoint = z.strictObject({
  unit: Unit,
  hash: PointHash,
  norm: Normalisation,
  /** Without a unit, the point is 0. */
  noUnit: z.literal('zero').optional(),
})
export type ExtendedPoint = z.infer<typeof ExtendedPoint>

/** Which ends of a range are inclusive. */
export const Bounds = z.enum(['[)', '[]', '(]'])
export type Bounds = z.infer<typeof Bounds>

/** Whether a point is between `lo` and `hi`, in binary64. A missing end is unbounded. */
export const Within = z.strictObject({
  point: ExtendedPoint,
  lo: z.number().optional(),
  hi: z.number().optional(),
  bounds: Bounds,
  /** The result without a unit; default: `false`. */
  noUnit: Final.optional(),
})
export type Within = z.infer<typeof Within>
