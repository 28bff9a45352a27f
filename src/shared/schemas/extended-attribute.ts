import { z } from 'zod'
import { list } from './bounded.ts'
import { Json } from './keys.ts'

/*
 * The superset: what other systems' documents need beyond the native language. A vendor's convention is data here, chosen
 * by its importer; a native document has none of it. `wide-*.ts` hold the parts, `condition`, `split` and `flag` join them.
 */

/** A result that nothing negates afterwards. `null` goes on with the value null; `fatal:KIND` ends the flag with that error. */
export const Final = z.union([
  z.enum(['true', 'false', 'unknown', 'null']),
  z.templateLiteral(['fatal:', z.string().min(1).max(64)]),
])
export type Final = z.infer<typeof Final>

/**
 * What counts as absent: `nullish` null and undefined; `own` only a key that is not there; `nonEmpty` nullish and "";
 * `truthy` whatever JavaScript calls falsy; `text` everything but a string that is not empty; `any` nothing at all.
 */
export const Presence = z.enum(['nullish', 'own', 'nonEmpty', 'truthy', 'text', 'any'])
export type Presence = z.infer<typeof Presence>

/**
 * How a value becomes text. `none` takes strings only; `js` is `String(x)`; `comma` takes dates as unix seconds, lists of
 * strings as JSON, the rest as `js`; `json` is JSON text for all but strings; `integer` takes strings and integers;
 * `noBool` strings and numbers; `listed` scalars, and of lists the strings between commas, unless that is nothing; `jsJoin` is `js` with null as the empty text.
 */
export const Stringifier = z.enum(['none', 'js', 'comma', 'json', 'integer', 'noBool', 'jsJoin', 'listed'])
export type Stringifier = z.infer<typeof Stringifier>

/** How letters are made alike: not at all, by full lower-casing, or the 26 ASCII letters only. */
export const Fold = z.enum(['none', 'lower', 'ascii'])
export type Fold = z.infer<typeof Fold>

/**
 * Where a value is read. The paths of `firstOf` are tried in order (`[]` is the whole context); `skip` says which values
 * mean "go on to the next": by default `nullish`.
 */
export const AttributeRef = z.strictObject({
  firstOf: list(list(z.string().max(512)).max(64)).max(64),
  /** Reads from the context of this kind: the context itself, or its member of that name when its kind is `multi`. */
  contextKind: z.string().max(512).optional(),
  /** Reads no path: `kinds` lists the kinds of the context, `now` is the instant of the evaluation in epoch ms. */
  virtual: z.enum(['kinds', 'now']).optional(),
  skip: z.enum(['nullish', 'absent', 'falsy', 'nonEmptyString', 'nonPrimitive', 'never']).optional(),
  /** Lets a path step into a list by index, or to its `length`. */
  arrayIndex: z.literal(true).optional(),
  /** Lets a path step into a text by index, or to its `length`. */
  textIndex: z.literal(true).optional(),
  /** Stands before the value, which becomes text, where there is one. */
  prefix: z.string().max(512).optional(),
  /** The value when no path holds one, provided that the context of the kind exists. */
  otherwise: Json.optional(),
})
export type AttributeRef = z.infer<typeof AttributeRef>
