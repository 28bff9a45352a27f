import { z } from 'zod'
import { list } from './bounded.ts'
import { AttributeRef, Final, Fold, Presence, Stringifier } from './extended-attribute.ts'
import { Json } from './keys.ts'

/** The values that an extended test compares with. One match is enough. */
const values = list(Json).max(100_000)
const texts = list(z.string()).max(100_000)

export const Relation = z.enum(['eq', 'ne', 'lt', 'lte', 'gt', 'gte'])
export type Relation = z.infer<typeof Relation>

/**
 * What is read as a number:
 * - `none`: only JSON numbers
 * - `js`: `Number(x)`
 * - `jsText`: `Number(String(x))`
 * - `float`: `parseFloat(String(x))`
 * - `comma`: numbers, and text with a decimal point or comma, NaN or ±Infinity
 * - `int32`: 32-bit integers, and text that consists of one
 */
export const NumberProfile = z.enum(['none', 'js', 'jsText', 'float', 'comma', 'int32'])
export type NumberProfile = z.infer<typeof NumberProfile>

/**
 * What is read as an instant:
 * - `js`: everything that JavaScript's `Date` accepts; `js-scalar`: the same, only for texts, numbers and dates, not
 *   lists
 * - `js|epoch`: text as `Date`; numbers as epoch seconds below 10^10, as ms from there
 * - `rfc3339|epoch-ms`: RFC 3339, or epoch ms
 * - `unix-seconds`
 * - `relative`: relative (`-7d`), or `Date`
 * - with `|iso`: also ISO 8601, in UTC if there is no zone
 */
export const DateProfile = z.enum([
  'js',
  'js-scalar',
  'js|epoch',
  'rfc3339|epoch-ms',
  'unix-seconds',
  'relative',
  'unix-seconds|iso',
  'relative|iso',
])
export type DateProfile = z.infer<typeof DateProfile>

/** A grammar of version numbers. See `engine/extended/version.ts`. */
export const VersionProfile = z.enum([
  'semver2',
  'semver2-nov',
  'semver2-trim',
  'semver2-partial',
  'semver2-partial-v',
  'padded-string',
  'tuple3',
  'number-parts',
  'digits',
  'digits-build',
  'compare-versions',
  'strict-build',
  'node-semver',
  'node-semver-nov',
  'node-semver-partial',
  'node-semver-padded',
])
export type VersionProfile = z.infer<typeof VersionProfile>

export const RegexDialect = z.enum(['re2', 'ecma', 'ecma-slash', 'python-match', 'rust-fancy', 'host'])
export type RegexDialect = z.infer<typeof RegexDialect>

/** Tests that contain no condition: what is compared, and every coercion that applies. */
const flat = [
  /**
   * Strict equality with any value. `array: any` tests the elements of a list. Attribute types other than `types` are
   * invalid.
   */
  z.strictObject({
    op: z.literal('in.strict'),
    values,
    array: z.literal('any').optional(),
    types: list(z.enum(['string', 'number', 'boolean', 'null', 'object'])).optional(),
  }),
  z.strictObject({ op: z.literal('in.text'), values: texts, str: Stringifier, fold: Fold.optional() }),
  /**
   * Strict equality, with strings lower-cased on both sides. A list tests its elements; `all` requires every value in
   * the list.
   */
  z.strictObject({ op: z.literal('in.fold'), values, all: z.literal(true).optional() }),
  z.strictObject({
    op: z.literal('text.rel'),
    /** `lt` and similar compare by code point. */
    rel: z.enum(['prefix', 'suffix', 'contains', 'lt', 'lte', 'gt', 'gte']),
    values: texts,
    str: Stringifier,
    fold: Fold.optional(),
  }),
  /**
   * `badPattern`: the result of an invalid pattern: false (before negation), `finalFalse`, `unknown` or `fatal`.
   * `flags`: any of `i`, `m`, `s`, `u`.
   */
  z.strictObject({
    op: z.literal('text.regex'),
    values: texts,
    dialect: RegexDialect,
    flags: z
      .string()
      .regex(/^[imsu]*$/)
      .optional(),
    str: Stringifier,
    badPattern: z.enum(['false', 'finalFalse', 'unknown', 'fatal']),
  }),
  z.strictObject({ op: z.literal('num.rel'), rel: Relation, values, num: NumberProfile }),
  /** JavaScript's own `<`, `<=`, `>`, `>=`, also for different types. */
  z.strictObject({ op: z.literal('js.rel'), rel: Relation, value: Json }),
  /** Compares as numbers if both sides parse; otherwise as text (`text`), or the value is invalid (`invalid`). */
  z.strictObject({ op: z.literal('ph.rel'), rel: Relation, value: Json, unlike: z.enum(['text', 'invalid']) }),
  /**
   * Case-insensitive equality of text with any value; booleans also match as text. `text`: other types are compared as
   * JSON; with `noInteger`, integers are invalid. `truth`: compares whether the value is true (true, `true` in any
   * case, or a list of these) with this, and ignores `values`.
   */
  z.strictObject({
    op: z.literal('ph.exact'),
    values,
    text: z.enum(['json', 'noInteger']).optional(),
    truth: z.boolean().optional(),
  }),
  z.strictObject({
    op: z.literal('date.rel'),
    rel: z.enum(['before', 'after', 'exact']),
    values,
    date: DateProfile,
    valDate: DateProfile,
  }),
  /** `oneOfAllValid`: empty values are ignored, and one invalid value makes the result final false. */
  z.strictObject({
    op: z.literal('semver.rel'),
    rel: Relation,
    values,
    semver: VersionProfile,
    valSemver: VersionProfile,
    quirk: z.literal('oneOfAllValid').optional(),
    /** The effect of a value that is not a version: no match, final false, or invalid. */
    valInvalid: z.enum(['false', 'finalFalse', 'invalid']).optional(),
  }),
  /**
   * `~1.2.3`, `^1.2.3` or `1.2.*` over number triples. `strict-build`: over versions; a prerelease matches only if the
   * bound is a prerelease of the same numbers.
   */
  z.strictObject({
    op: z.literal('semver.range'),
    range: z.enum(['tilde', 'caret', 'wildcard']),
    value: z.string(),
    grammar: z.literal('strict-build').optional(),
  }),
  /**
   * `apart`: an IPv4-mapped IPv6 address stays IPv6 and is in no IPv4 network. With `apart` and `v6`, lists are
   * converted to text.
   */
  z.strictObject({ op: z.literal('ip.cidr'), values: texts, v6: z.boolean(), apart: z.literal(true).optional() }),
  z.strictObject({ op: z.literal('present') }),
  /**
   * A bare value of a Mongo-like condition: text compares by `+ ""`, numbers by `* 1`, booleans by truthiness, the rest
   * by JSON text.
   */
  z.strictObject({ op: z.literal('loose.eq'), value: Json }),
  z.strictObject({ op: z.literal('json.eq'), value: Json }),
  z.strictObject({
    op: z.literal('type.is'),
    type: z.enum(['string', 'number', 'boolean', 'array', 'object', 'null', 'undefined']),
  }),
  /** Matches if a list of strings, or its JSON text, contains any value. With a salt, the values are SHA-256 hashes. */
  z.strictObject({
    op: z.literal('arr.text'),
    values: texts,
    salt: z.string().optional(),
    contextSalt: z.string().optional(),
  }),
  /** Casts the condition's text to the type of the attribute, as the named runtime does. `loose` casts nothing. */
  z.strictObject({
    op: z.literal('cast.rel'),
    rel: Relation,
    value: z.string(),
    profile: z.enum(['node', 'python', 'loose']),
  }),
  z.strictObject({ op: z.literal('mod'), divisor: z.number(), remainder: z.number(), num: NumberProfile }),
  /** SHA-256 of the text, `salt` and `contextSalt`. Prefix and suffix values are `byteLength_hash`. */
  z.strictObject({
    op: z.literal('hash.text'),
    rel: z.enum(['eq', 'prefix', 'suffix']),
    values: texts,
    salt: z.string(),
    contextSalt: z.string(),
  }),
] as const
type Flat = z.infer<(typeof flat)[number]>

/**
 * Tests with a condition on the length (`arr.size`) or the elements of a list. `firstOf: [[]]` reads the element.
 * `arr.elem` skips null.
 */
export type NestedTest<Condition> =
  | { op: 'arr.size' | 'arr.elem'; when: Condition }
  | { op: 'arr.all'; each: Condition[] }

/** The test of an extended leaf. */
export type ExtendedTest<Condition> = Flat | NestedTest<Condition>

export const extendedTest = <Condition>(condition: z.ZodType<Condition>): z.ZodType<ExtendedTest<Condition>> =>
  z.discriminatedUnion('op', [
    ...flat,
    z.strictObject({ op: z.enum(['arr.size', 'arr.elem']), when: condition }),
    z.strictObject({ op: z.literal('arr.all'), each: list(condition) }),
  ])

/**
 * How special values and results are treated: absent → `missing`; null → `nullIs`; not coercible → `invalid`; unknown
 * stays unknown; otherwise `negate` applies. The first three are final. Defaults: presence `nullish`, `missing` and
 * `invalid` false, `nullIs` like any value.
 */
export const LeafProfile = z.strictObject({
  presence: Presence.optional(),
  missing: Final.optional(),
  nullIs: z.enum(['true', 'false', 'unknown']).optional(),
  invalid: z.enum(['true', 'false', 'unknown']).optional(),
  negate: z.boolean().optional(),
})
export type LeafProfile = z.infer<typeof LeafProfile>

/** A test of one attribute, with all conventions explicit. */
export interface ExtendedLeaf<Condition> extends LeafProfile {
  read: AttributeRef
  test: ExtendedTest<Condition>
}

export const extendedLeafOf = <Condition>(condition: z.ZodType<Condition>) =>
  LeafProfile.extend({ read: AttributeRef, test: extendedTest(condition) })

/**
 * Matches if any element of a list (or the value itself, if it is not a list) passes `test`. `negate` applies after
 * that.
 */
export interface Each<Condition> {
  each: AttributeRef
  test: ExtendedTest<Condition>
  /** The profile for the test of one element. */
  element?: LeafProfile | undefined
  missing?: Final | undefined
  negate?: boolean | undefined
}

export const each = <Condition>(condition: z.ZodType<Condition>) =>
  z.strictObject({
    each: AttributeRef,
    test: extendedTest(condition),
    element: LeafProfile.optional(),
    missing: Final.optional(),
    negate: z.boolean().optional(),
  })
