import { z } from 'zod'
import { list } from './bounded.ts'
import { AttributeRef, Final, Fold, Presence, Stringifier } from './extended-attribute.ts'
import { Json } from './keys.ts'

/** Values a wide test compares with; with several, one that holds is enough. */
const values = list(Json).max(100_000)
const texts = list(z.string()).max(100_000)

export const Relation = z.enum(['eq', 'ne', 'lt', 'lte', 'gt', 'gte'])
export type Relation = z.infer<typeof Relation>

/**
 * What reads as a number: JSON numbers only, `Number(x)`, `Number(String(x))`, `parseFloat(String(x))`, or numbers and text
 * with a decimal point or comma, NaN, ±Infinity; `int32` whole numbers of 32 bits, and text that is nothing else.
 */
export const NumberProfile = z.enum(['none', 'js', 'jsText', 'float', 'comma', 'int32'])
export type NumberProfile = z.infer<typeof NumberProfile>

/** What reads as an instant: what JavaScript's Date takes (`js-scalar`: of texts, numbers and dates only, not of lists), RFC 3339 or epoch ms, unix seconds, or relative (`-7d`) and Date; `js|epoch` text as Date, else epoch seconds below 10^10 and ms from there; with `iso` ISO 8601, in UTC where it names no zone. */
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

/** A grammar of version numbers; see `engine/extended/version.ts`. */
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

/** Tests without a condition inside: what is compared, and every coercion it may do. */
const flat = [
  /** Strict equality with any value. `array: any` tests the elements of a list; other attribute types than `types` are invalid. */
  z.strictObject({
    op: z.literal('in.strict'),
    values,
    array: z.literal('any').optional(),
    types: list(z.enum(['string', 'number', 'boolean', 'null', 'object'])).optional(),
  }),
  z.strictObject({ op: z.literal('in.text'), values: texts, str: Stringifier, fold: Fold.optional() }),
  /** Strict, with strings lower-cased on both sides; a list tests its elements. `all` asks for every value in the list. */
  z.strictObject({ op: z.literal('in.fold'), values, all: z.literal(true).optional() }),
  z.strictObject({
    op: z.literal('text.rel'),
    /** `lt` and so on: the order of code points. */
    rel: z.enum(['prefix', 'suffix', 'contains', 'lt', 'lte', 'gt', 'gte']),
    values: texts,
    str: Stringifier,
    fold: Fold.optional(),
  }),
  /** `badPattern`: false (then negated), `finalFalse`, `unknown` or `fatal`. `flags`: any of `i`, `m`, `s`, `u`. */
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
  /** JavaScript's own `<`, `<=`, `>`, `>=` on unlike types. */
  z.strictObject({ op: z.literal('js.rel'), rel: Relation, value: Json }),
  /** Numbers when both sides parse; else text (`text`) or invalid (`invalid`). */
  z.strictObject({ op: z.literal('ph.rel'), rel: Relation, value: Json, unlike: z.enum(['text', 'invalid']) }),
  /**
   * Case-insensitive text, equal to any value; true and false also as text. `text`: what is no text is compared as JSON,
   * and with `noInteger` a whole number is invalid. `truth`: whether the value is true (true, `true` in any case, or a list
   * of such) is compared with this, and `values` are not read.
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
  /** `oneOfAllValid`: empty values are left out, and one bad value makes the result final false. */
  z.strictObject({
    op: z.literal('semver.rel'),
    rel: Relation,
    values,
    semver: VersionProfile,
    valSemver: VersionProfile,
    quirk: z.literal('oneOfAllValid').optional(),
    /** What a value that is no version does: counts as not met, or makes the result final false, or is invalid. */
    valInvalid: z.enum(['false', 'finalFalse', 'invalid']).optional(),
  }),
  /** `~1.2.3`, `^1.2.3` or `1.2.*` over number triples; `strict-build`: over versions, those of a pre-release only beside one. */
  z.strictObject({
    op: z.literal('semver.range'),
    range: z.enum(['tilde', 'caret', 'wildcard']),
    value: z.string(),
    grammar: z.literal('strict-build').optional(),
  }),
  /** `apart`: an IPv4 address written as one of IPv6 is one of IPv6, and in no network of IPv4; with `v6` lists are their text. */
  z.strictObject({ op: z.literal('ip.cidr'), values: texts, v6: z.boolean(), apart: z.literal(true).optional() }),
  z.strictObject({ op: z.literal('present') }),
  /** A bare value of a Mongo-like condition: text by `+ ""`, numbers by `* 1`, booleans by truth, the rest by JSON text. */
  z.strictObject({ op: z.literal('loose.eq'), value: Json }),
  z.strictObject({ op: z.literal('json.eq'), value: Json }),
  z.strictObject({
    op: z.literal('type.is'),
    type: z.enum(['string', 'number', 'boolean', 'array', 'object', 'null', 'undefined']),
  }),
  /** A list of strings or its JSON text holds any value; with a salt the values are SHA-256 hashes. */
  z.strictObject({
    op: z.literal('arr.text'),
    values: texts,
    salt: z.string().optional(),
    contextSalt: z.string().optional(),
  }),
  /** Casts the condition's text to the type of the attribute, as the named run time does; `loose` casts nothing. */
  z.strictObject({
    op: z.literal('cast.rel'),
    rel: Relation,
    value: z.string(),
    profile: z.enum(['node', 'python', 'loose']),
  }),
  z.strictObject({ op: z.literal('mod'), divisor: z.number(), remainder: z.number(), num: NumberProfile }),
  /** SHA-256 of the text, `salt` and `contextSalt`; prefix and suffix values are `byteLength_hash`. */
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
 * Tests that hold a condition over the length (`arr.size`) or the elements of a list; `firstOf: [[]]` reads the element.
 * `arr.elem` passes over null.
 */
export type NestedTest<Condition> =
  | { op: 'arr.size' | 'arr.elem'; when: Condition }
  | { op: 'arr.all'; each: Condition[] }

/** What a wide leaf asks of its value. */
export type ExtendedTest<Condition> = Flat | NestedTest<Condition>

export const extendedTest = <Condition>(condition: z.ZodType<Condition>): z.ZodType<ExtendedTest<Condition>> =>
  z.discriminatedUnion('op', [
    ...flat,
    z.strictObject({ op: z.enum(['arr.size', 'arr.elem']), when: condition }),
    z.strictObject({ op: z.literal('arr.all'), each: list(condition) }),
  ])

/**
 * What becomes of the answer: absent → `missing`; null → `nullIs`; not coercible → `invalid`; unknown stays unknown;
 * else `negate` applies. The first three are final. Defaults: presence `nullish`, missing and invalid `false`, `nullIs`: as any value.
 */
export const LeafProfile = z.strictObject({
  presence: Presence.optional(),
  missing: Final.optional(),
  nullIs: z.enum(['true', 'false', 'unknown']).optional(),
  invalid: z.enum(['true', 'false', 'unknown']).optional(),
  negate: z.boolean().optional(),
})
export type LeafProfile = z.infer<typeof LeafProfile>

/** A test of one attribute, every convention spelled out. */
export interface ExtendedLeaf<Condition> extends LeafProfile {
  read: AttributeRef
  test: ExtendedTest<Condition>
}

export const wideLeaf = <Condition>(condition: z.ZodType<Condition>) =>
  LeafProfile.extend({ read: AttributeRef, test: extendedTest(condition) })

/** Any element of a list (or the value itself, when it is none) passes `test`; `negate` comes after the any. */
export interface Each<Condition> {
  each: AttributeRef
  test: ExtendedTest<Condition>
  /** The profile of the test of one element. */
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
