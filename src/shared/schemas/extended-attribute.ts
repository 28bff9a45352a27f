import { z } from 'zod'
import { list } from './bounded.ts'
import { Json } from './keys.ts'

/*
 * The extended model: what imported documents need beyond the native model. A vendor's conventions are stored as data,
 * chosen by its importer; native documents have none. The files `extended-*.ts` define the parts; `condition`, `split`
 * and `flag` use them.
 */

/**
 * A final result, which is never negated. `null` continues with the value null; `fatal:KIND` ends the flag with that
 * error.
 */
export const Final = z.union([
  z.enum(['true', 'false', 'unknown', 'null']),
  z.templateLiteral(['fatal:', z.string().min(1).max(64)]),
])
export type Final = z.infer<typeof Final>

/**
 * What counts as absent:
 * - `nullish`: null and undefined
 * - `own`: only a missing key
 * - `nonEmpty`: nullish and ""
 * - `truthy`: every falsy value of JavaScript
 * - `text`: everything except a nonempty string
 * - `any`: nothing
 */
export const Presence = z.enum(['nullish', 'own', 'nonEmpty', 'truthy', 'text', 'any'])
export type Presence = z.infer<typeof Presence>

/**
 * How a value becomes text:
 * - `none`: strings only
 * - `js`: `String(x)`
 * - `comma`: dates as unix seconds, lists of strings as JSON, the rest as `js`
 * - `json`: strings unchanged, the rest as JSON
 * - `integer`: strings and integers
 * - `noBool`: strings and numbers
 * - `listed`: scalars; the strings of a list joined by commas, unless that is empty
 * - `jsJoin`: `js` with null as an empty text
 */
export const Stringifier = z.enum(['none', 'js', 'comma', 'json', 'integer', 'noBool', 'jsJoin', 'listed'])
export type Stringifier = z.infer<typeof Stringifier>

/** Case folding: none, full lower-casing, or only the 26 ASCII letters. */
export const Fold = z.enum(['none', 'lower', 'ascii'])
export type Fold = z.infer<typeof Fold>

/**
 * Where a value is read. The paths of `firstOf` are tried in order (`[]` is the whole context). `skip` defines which
 * values mean "try the next"; default: `nullish`.
 */
export const AttributeRef = z.strictObject({
  firstOf: list(list(z.string().max(512)).max(64)).max(64),
  /**
   * Reads from the context of this kind: the context itself, or its member of that name if the kind of the context is
   * `multi`.
   */
  contextKind: z.string().max(512).optional(),
  /** Reads no path: `kinds` lists the kinds of the context, `now` is the instant of the evaluation in epoch ms. */
  virtual: z.enum(['kinds', 'now']).optional(),
  skip: z.enum(['nullish', 'absent', 'falsy', 'nonEmptyString', 'nonPrimitive', 'never']).optional(),
  /** Allows a path to index a list, or to read its `length`. */
  arrayIndex: z.literal(true).optional(),
  /** Allows a path to index a text, or to read its `length`. */
  textIndex: z.literal(true).optional(),
  /** Prepended to the value, if there is one, which becomes text. */
  prefix: z.string().max(512).optional(),
  /** The value if no path has one, provided that the context of the kind exists. */
  otherwise: Json.optional(),
})
export type AttributeRef = z.infer<typeof AttributeRef>
