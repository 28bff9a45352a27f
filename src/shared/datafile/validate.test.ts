import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aDatafile } from '../../../tests/support/arbitraries.ts'
import { aFlag, aFlagOf, aSegment, split, where } from '../../../tests/support/builders.ts'
import type { Condition } from '../schemas/condition.ts'
import type { Json } from '../schemas/keys.ts'
import { validateFlag, validateSegment } from './validate.ts'

const flag = aFlag('checkout')
const around = { flags: { hero: aFlag('hero') }, segments: { beta: aSegment('beta') } }
const when = (condition: Condition) => flag.rule(condition, 'on')
const problemsOf = (document: unknown) => validateFlag(document, around)

/** The groups of `count` nots around a test. */
const nots = (count: number): Condition => (count === 0 ? where('plan', 'is', 'pro') : { not: nots(count - 1) })

const nested = (levels: number): Json => (levels === 0 ? 1 : [nested(levels - 1)])

/** As many variants as asked for, all true. */
const manyVariants = (count: number) =>
  flag.with({
    variants: Object.fromEntries(Array.from({ length: count }, (_, at) => [`v${at}`, true])),
    offVariant: null,
    otherwise: { variant: 'v0' },
  })

const manyRules = (count: number) =>
  flag.with({
    rules: Array.from({ length: count }, (_, at) => ({ id: `r${at}`, when: true, serve: { variant: 'on' } })),
  })

const manyTests = (count: number): Condition => ({
  all: [
    { any: Array.from({ length: 50 }, () => where('plan', 'is', 'pro')) },
    { any: Array.from({ length: count - 50 }, () => where('plan', 'is', 'pro')) },
  ],
})

describe('validateFlag', () => {
  it('finds nothing wrong in a valid document', () => {
    fc.assert(
      fc.property(aDatafile(), ({ flags, segments }) => {
        for (const document of Object.values(flags)) expect(validateFlag(document, { flags, segments })).toEqual([])
      }),
    )
  })

  describe('allows', () => {
    it.each<[string, unknown]>([
      ['100 rules', manyRules(100)],
      ['64 variants', manyVariants(64)],
      ['100 conditions in a rule', when(manyTests(100))],
      ['a test inside six groups', when(nots(6))],
      ['a value of 512 characters', when(where('plan', 'is', 'x'.repeat(512)))],
      ['a string value of 32 KiB', aFlagOf('string', { a: 'ü'.repeat(16_384) })],
      ['an object value of 64 KiB', aFlagOf('object', { a: { text: 'x'.repeat(65_525) } })],
      [
        'gaps between the parts of a rule',
        flag.rule(true, { split: { parts: [{ variant: 'on', from: 10, to: 20 }] } }),
      ],
      [
        'parts in any order',
        flag.serving({
          split: {
            parts: [
              { variant: 'on', from: 50_000, to: 100_000 },
              { variant: 'off', from: 0, to: 50_000 },
            ],
          },
        }),
      ],
      ['a part of no width', flag.serving(split({ on: 100_000, off: 0 }))],
      [
        'numbers and dates as instants',
        when({ any: [where('at', 'before', 1_700_000_000_000), where('at', 'after', '2026-11-20T12:00:00Z')] }),
      ],
      ['a wide segment that says what missing means', when({ segment: 'gone', missing: 'false' })],
      [
        'a wide prerequisite that says what missing means',
        flag.with({ requires: [{ flag: 'gone', test: { enabled: true }, missing: 'false' }] }),
      ],
      [
        'a wide condition that nests deeper than a native one may',
        when({ all: [nots(7), { read: { firstOf: [['a']] }, test: { op: 'present' } }] }),
      ],
      ['null in a flag of objects', aFlagOf('object', { a: null })],
      [
        'a wide pattern that is none here, which its profile answers for',
        when({
          read: { firstOf: [['a']] },
          test: { op: 'text.regex', values: ['(?i)['], dialect: 're2', str: 'none', badPattern: 'false' },
        }),
      ],
    ])('%s', (_, document) => {
      expect(problemsOf(document)).toEqual([])
    })
  })

  describe('refuses', () => {
    it.each<[what: string, document: unknown, code: string, path: string, problem: string, expected: string]>([
      ['what is no object', null, 'request/invalid', '', 'is null', 'an object'],
      [
        'an unknown field',
        { ...flag, colour: 'red' },
        'request/invalid',
        '',
        'has unknown fields: colour',
        'only known fields',
      ],
      [
        'a key with a space',
        flag.with({ key: 'a b' }),
        'request/invalid',
        'key',
        'is "a b"',
        'start with a letter or digit; then letters, digits, dots, underscores and dashes, at most 100 characters',
      ],
      [
        'a variant key with a space',
        flag.with({ variants: { on: true, off: false, 'a b': true } }),
        'request/invalid',
        'variants["a b"]',
        'is not a valid key',
        'start with a letter or digit; then letters, digits, dots, underscores and dashes, at most 100 characters',
      ],
      [
        'a condition without its values',
        {
          ...flag,
          rules: [{ id: 'r', when: { all: [{ attribute: 'plan', operator: 'is' }] }, serve: { variant: 'on' } }],
        },
        'request/invalid',
        'rules[0].when.all[0].values',
        'is missing',
        'a list',
      ],
      [
        'a serve of no known form',
        { ...flag, otherwise: { variants: 'on' } },
        'request/invalid',
        'otherwise',
        'is an object',
        'an object with variant; or an object with split; or an object with wide; or an object with expr and dialect; or an object with useDefault; or an object with error',
      ],
      [
        'NUL in a text',
        flag.with({ salt: 'a\0' }),
        'request/invalid',
        'salt',
        'the text holds a NUL character',
        'well-formed Unicode without NUL',
      ],
      [
        'half a surrogate pair in a text',
        aFlagOf('string', { a: '\ud83d' }),
        'request/invalid',
        'variants.a',
        'the text holds half of a surrogate pair',
        'well-formed Unicode without NUL',
      ],
      [
        'NUL in the name of a field',
        aFlagOf('object', { a: { 'b\0': 1 } }),
        'request/invalid',
        'variants.a',
        'the text holds a NUL character, in the name of a field',
        'well-formed Unicode',
      ],
      [
        'nesting that would exhaust the stack',
        aFlagOf('object', { a: nested(5_000) }),
        'limit/reached',
        `variants.a${'[0]'.repeat(98)}`,
        'the document nests deeper than 100 levels',
        'at most 100 levels',
      ],

      [
        'a value of another type',
        flag.with({ variants: { on: 'yes', off: false } }),
        'flag/value-type',
        'variants.on',
        'the value is a string, in a flag of type boolean',
        'true or false',
      ],
      [
        'a text in a flag of objects',
        aFlagOf('object', { a: 'b' }),
        'flag/value-type',
        'variants.a',
        'the value is a string, in a flag of type object',
        'an object, a list or null',
      ],
      [
        'a number that is not finite',
        aFlagOf('number', { a: Number.NaN }),
        'request/invalid',
        'variants.a',
        'is NaN',
        'a string; or a finite number; or true or false; or null; or a list; or an object',
      ],
      [
        'a string of more than 32 KiB',
        aFlagOf('string', { a: `x${'ü'.repeat(16_384)}` }),
        'limit/reached',
        'variants.a',
        'the value has 32769 bytes',
        'at most 32768 bytes of UTF-8',
      ],
      [
        'an object of more than 64 KiB',
        aFlagOf('object', { a: { text: 'x'.repeat(65_526) } }),
        'limit/reached',
        'variants.a',
        'the value has 65537 bytes',
        'at most 65536 bytes of UTF-8',
      ],
      ['65 variants', manyVariants(65), 'limit/reached', 'variants', 'the flag has 65 variants', 'at most 64 variants'],
      [
        'variants that differ only in case',
        flag.with({ variants: { on: true, off: false, On: true } }),
        'flag/invalid',
        'variants.On',
        'the key differs from "on" only in upper and lower case',
        'keys that differ in more than case',
      ],

      [
        'an unknown variant as default',
        flag.serving('blue'),
        'rule/unknown-variant',
        'otherwise.variant',
        'there is no variant "blue"',
        'one of: on, off',
      ],
      [
        'an unknown off variant',
        flag.with({ offVariant: 'blue' }),
        'rule/unknown-variant',
        'offVariant',
        'there is no variant "blue"',
        'one of: on, off',
      ],
      [
        'an unknown variant in a rule',
        flag.rule(true, 'blue'),
        'rule/unknown-variant',
        'rules[0].serve.variant',
        'there is no variant "blue"',
        'one of: on, off',
      ],
      [
        'an unknown variant in a split',
        flag.rule(true, split({ on: 1, blue: 1 })),
        'rule/unknown-variant',
        'rules[0].serve.split.parts[1].variant',
        'there is no variant "blue"',
        'one of: on, off',
      ],
      [
        'a default split that leaves a gap',
        flag.serving(split({ on: 50_000, off: 49_999 })),
        'rule/weights',
        'otherwise.split.parts',
        'the weights sum to 99999',
        'a sum of 100000 (100 %): nothing comes after',
      ],
      [
        'parts that overlap',
        flag.rule(true, {
          split: {
            parts: [
              { variant: 'on', from: 0, to: 10 },
              { variant: 'off', from: 5, to: 20 },
            ],
          },
        }),
        'rule/weights',
        'rules[0].serve.split.parts[1]',
        'the part [5, 20) overlaps [0, 10)',
        'a part that begins at 10 or later',
      ],
      [
        'a part the wrong way round',
        flag.rule(true, { split: { parts: [{ variant: 'on', from: 10, to: 5 }] } }),
        'rule/weights',
        'rules[0].serve.split.parts[0]',
        'the part ends at 5, before it begins at 10',
        'from ≤ to',
      ],
      [
        'a part beyond the line',
        flag.rule(true, { split: { parts: [{ variant: 'on', from: 0, to: 100_001 }] } }),
        'rule/weights',
        'rules[0].serve.split.parts[0].to',
        'is 100001',
        'at most 100000',
      ],
      [
        'a weight that is not whole',
        flag.rule(true, { split: { parts: [{ variant: 'on', from: 0.5, to: 1 }] } }),
        'rule/weights',
        'rules[0].serve.split.parts[0].from',
        'is 0.5',
        'a whole number',
      ],
      [
        'a slice that is not whole',
        when({ in: { from: 0.5, to: 1 } }),
        'rule/weights',
        'rules[0].when.in',
        '[0.5, 1) is not a stretch of the line',
        'whole numbers from 0 to 100000, from ≤ to',
      ],

      ['101 rules', manyRules(101), 'limit/reached', 'rules', 'has 101 entries', 'at most 100 entries'],
      [
        'two rules of one id',
        flag.with({ rules: [...manyRules(1).rules, ...manyRules(1).rules] }),
        'flag/invalid',
        'rules[1].id',
        'the id is that of rule 1 already',
        'an id of its own',
      ],
      [
        '101 conditions in a rule',
        when(manyTests(101)),
        'limit/reached',
        'rules[0].when',
        '101 conditions',
        'at most 100 conditions',
      ],
      [
        'a test inside seven groups',
        when(nots(7)),
        'limit/reached',
        'rules[0].when',
        'groups nest 7 deep',
        'at most 6 groups inside one another',
      ],
      [
        '1 001 values',
        when(where('n', 'isOneOf', ...Array.from({ length: 1_001 }, (_, at) => at))),
        'limit/reached',
        'rules[0].when.values',
        'has 1001 entries',
        'at most 1000 entries',
      ],
      [
        'a value of 513 characters',
        when(where('plan', 'is', 'x'.repeat(513))),
        'limit/reached',
        'rules[0].when.values[0]',
        'has 513 characters',
        'at most 512 characters',
      ],
      [
        '17 prerequisites',
        flag
          .requiring('hero', 'on')
          .with({ prerequisites: Array.from({ length: 17 }, () => ({ flag: 'hero', variants: ['on'] })) }),
        'limit/reached',
        'prerequisites',
        'has 17 entries',
        'at most 16 entries',
      ],

      [
        'an unknown segment',
        when({ segment: 'gone' }),
        'rule/unknown-segment',
        'rules[0].when.segment',
        'there is no segment "gone"',
        'a segment of this environment',
      ],
      [
        'a segment named like an object method',
        when({ segment: 'toString' }),
        'rule/unknown-segment',
        'rules[0].when.segment',
        'there is no segment "toString"',
        'a segment of this environment',
      ],
      [
        'a condition on an unknown flag',
        when({ flag: 'gone', variants: ['on'] }),
        'flag/invalid',
        'rules[0].when.flag',
        'there is no flag "gone"',
        'a flag of this environment',
      ],
      [
        'a condition on an unknown variant',
        when({ flag: 'hero', variants: ['on', 'blue'] }),
        'rule/unknown-variant',
        'rules[0].when.variants[1]',
        'the flag "hero" has no variant "blue"',
        'one of: on, off',
      ],
      [
        'an unknown prerequisite',
        flag.requiring('gone', 'on'),
        'flag/invalid',
        'prerequisites[0].flag',
        'there is no flag "gone"',
        'a flag of this environment',
      ],
      [
        'a prerequisite on an unknown variant',
        flag.requiring('hero', 'blue'),
        'rule/unknown-variant',
        'prerequisites[0].variants[0]',
        'the flag "hero" has no variant "blue"',
        'one of: on, off',
      ],
      [
        'a flag that requires itself',
        flag.requiring('checkout', 'on'),
        'flag/prerequisite-circle',
        'prerequisites[0].flag',
        'a circle: checkout → checkout',
        'flags that do not lead back to themselves',
      ],

      [
        'an operator without its value',
        when(where('plan', 'is')),
        'rule/operator-mismatch',
        'rules[0].when.values',
        'the operator is has 0 values',
        'exactly one value',
      ],
      [
        'an empty list',
        when(where('plan', 'isOneOf')),
        'rule/operator-mismatch',
        'rules[0].when.values',
        'the operator isOneOf has 0 values',
        'at least one value',
      ],
      [
        'a value too many',
        when(where('plan', 'exists', true)),
        'rule/operator-mismatch',
        'rules[0].when.values',
        'the operator exists has one value',
        'no values',
      ],
      [
        'a range with one end',
        when(where('age', 'between', 18)),
        'rule/operator-mismatch',
        'rules[0].when.values',
        'the operator between has one value',
        'exactly two values, the lower end and the upper end',
      ],
      [
        'a range the wrong way round',
        when(where('age', 'between', 65, 18)),
        'rule/operator-mismatch',
        'rules[0].when.values',
        'the lower end 65 is above the upper end 18',
        'the lower end first',
      ],
      [
        'a number in a text operator',
        when(where('plan', 'contains', 'a', 1)),
        'rule/operator-mismatch',
        'rules[0].when.values[1]',
        '1 does not fit contains',
        'a string',
      ],
      [
        'a text in a number operator',
        when(where('age', 'lessThan', '18')),
        'rule/operator-mismatch',
        'rules[0].when.values[0]',
        '"18" does not fit lessThan',
        'a number',
      ],
      [
        'a boolean in a list operator',
        when(where('tags', 'includesAny', true)),
        'rule/operator-mismatch',
        'rules[0].when.values[0]',
        'true does not fit includesAny',
        'a string or a number',
      ],
      [
        'what is no version',
        when(where('app', 'versionAtLeast', '1.x')),
        'rule/operator-mismatch',
        'rules[0].when.values[0]',
        '"1.x" does not fit versionAtLeast',
        'a semantic version, for example "1.4.0" or "2.0.0-beta.1"',
      ],
      [
        'a date without its zone',
        when(where('at', 'before', '2026-11-20T12:00:00')),
        'rule/operator-mismatch',
        'rules[0].when.values[0]',
        '"2026-11-20T12:00:00" does not fit before',
        'a date with time and zone offset, for example "2026-11-20T12:00:00+01:00", or epoch milliseconds',
      ],
      [
        'a day that does not exist',
        when(where('at', 'after', '2026-02-30T12:00:00Z')),
        'rule/operator-mismatch',
        'rules[0].when.values[0]',
        '"2026-02-30T12:00:00Z" does not fit after',
        'a date with time and zone offset, for example "2026-11-20T12:00:00+01:00", or epoch milliseconds',
      ],
      [
        'what is no duration',
        when(where('at', 'olderThan', '30 days')),
        'rule/operator-mismatch',
        'rules[0].when.values[0]',
        '"30 days" does not fit olderThan',
        'a duration, for example "P30D", "PT12H" or "15m"',
      ],
      [
        'what is no network',
        when(where('ip', 'inNetwork', '10.0.0.0/33')),
        'rule/operator-mismatch',
        'rules[0].when.values[0]',
        '"10.0.0.0/33" does not fit inNetwork',
        'an IPv4 or IPv6 address or network, for example "10.0.0.0/8" or "2001:db8::/32"',
      ],
      [
        'case folding of numbers',
        when({ attribute: 'age', operator: 'lessThan', values: [1], ignoreCase: true }),
        'rule/operator-mismatch',
        'rules[0].when.ignoreCase',
        'lessThan does not compare letters',
        'no ignoreCase',
      ],
      [
        'a pattern that does not compile',
        when(where('plan', 'matches', '(')),
        'rule/unsafe-pattern',
        'rules[0].when.values[0]',
        '"(" is not a regular expression: Unterminated group',
        'ECMAScript syntax with the flag u',
      ],
      [
        'a pattern that backtracks without end',
        when(where('plan', 'notMatches', '^a', '^(a+)+$')),
        'rule/unsafe-pattern',
        'rules[0].when.values[1]',
        '"^(a+)+$" backtracks: its time can double with every character of the text',
        'a pattern that can match in one way only; anchor it with ^, or use contains, startsWith, endsWith',
      ],
      [
        'a wide pattern that backtracks without end',
        when({
          not: {
            read: { firstOf: [['a']] },
            test: { op: 'text.regex', values: ['^(a+)+$'], dialect: 'ecma', str: 'none', badPattern: 'false' },
          },
        }),
        'rule/unsafe-pattern',
        'rules[0].when.not.test.values[0]',
        '"^(a+)+$" backtracks: its time can double with every character of the text',
        'a pattern that can match in one way only; anchor it with ^, or use contains, startsWith, endsWith',
      ],
    ])('%s', (_, document, code, path, problem, expected) => {
      expect(problemsOf(document)).toEqual([{ code, path, problem, expected }])
    })
  })

  it('shows the whole way of a circle through conditions and segments', () => {
    const flags = { hero: aFlag('hero').rule({ segment: 'beta' }, 'on') }
    const segments = { beta: aSegment('beta', { when: { any: [{ flag: 'checkout', variants: ['on'] }] } }) }
    expect(validateFlag(flag.requiring('hero', 'on'), { flags, segments })).toEqual([
      {
        code: 'flag/prerequisite-circle',
        path: 'prerequisites[0].flag',
        problem: 'a circle: checkout → hero → segment beta → checkout',
        expected: 'flags that do not lead back to themselves',
      },
    ])
  })

  it('refuses a chain of 17 flags, and allows one of 16', () => {
    const flags = { f0: aFlag('f0'), ...chain(16) }
    expect(validateFlag(chain(16).f16, { flags, segments: {} })).toEqual([])
    expect(validateFlag(aFlag('f17').requiring('f16', 'on'), { flags, segments: {} })).toEqual([
      {
        code: 'limit/reached',
        path: 'prerequisites[0].flag',
        problem: 'a chain of 17 flags begins here',
        expected: 'chains of at most 16 flags',
      },
    ])
  })

  it('holds values to the JSON Schema of the flag', () => {
    const document = aFlagOf('object', { a: { limits: [{ max: 'ten' }] } })
    const schema = { properties: { limits: { items: { properties: { max: { type: 'number' } } } } } }
    expect(validateFlag(document, { ...around, schema })).toEqual([
      {
        code: 'flag/schema-violation',
        path: 'variants.a.limits[0].max',
        problem: "does not meet the flag's JSON Schema",
        expected: 'must be number',
      },
    ])
  })

  it('holds operators to the declared type of their attribute', () => {
    const document = when(where('staff', 'contains', 'yes'))
    expect(validateFlag(document, { ...around, attributes: { staff: 'boolean' } })).toEqual([
      {
        code: 'rule/operator-mismatch',
        path: 'rules[0].when.operator',
        problem: 'contains does not fit staff, which is declared as a boolean',
        expected: 'one of: exists, is, isNot',
      },
    ])
  })

  it('lists every problem, in order', () => {
    expect(problemsOf(flag.with({ offVariant: 'blue' }).serving('green')).map(({ path }) => path)).toEqual([
      'offVariant',
      'otherwise.variant',
    ])
  })

  it('stops at a hundred problems', () => {
    const rule = { when: { all: Array.from({ length: 50 }, () => ({ segment: 'gone' })) }, serve: { variant: 'on' } }
    const rules = Array.from({ length: 100 }, (_, at) => ({ id: `r${at}`, ...rule }))
    expect(problemsOf(flag.with({ rules }))).toHaveLength(100)
  })
})

/** Flags f1 to f`count`, each requiring the one before. */
function chain(count: number): Record<string, ReturnType<typeof aFlag>> {
  const keys = Array.from({ length: count }, (_, at) => at + 1)
  return Object.fromEntries(keys.map((at) => [`f${at}`, aFlag(`f${at}`).requiring(`f${at - 1}`, 'on')]))
}

describe('validateSegment', () => {
  it('finds nothing wrong in a valid document', () => {
    fc.assert(
      fc.property(aDatafile(), ({ flags, segments }) => {
        for (const document of Object.values(segments))
          expect(validateSegment(document, { flags, segments })).toEqual([])
      }),
    )
  })

  it.each<[what: string, document: unknown, code: string, path: string, problem: string, expected: string]>([
    [
      'an unknown field',
      { ...aSegment(), colour: 'red' },
      'request/invalid',
      '',
      'has unknown fields: colour',
      'only known fields',
    ],
    [
      'more than 100 000 keys',
      aSegment('beta', { included: Array.from({ length: 100_001 }, (_, at) => `u${at}`) }),
      'limit/reached',
      'included',
      'has 100001 entries',
      'at most 100000 entries',
    ],
    [
      'an unknown segment',
      aSegment('beta', { when: { segment: 'gone' } }),
      'rule/unknown-segment',
      'when.segment',
      'there is no segment "gone"',
      'a segment of this environment',
    ],
    [
      'a value that does not fit',
      aSegment('beta', { when: where('age', 'atLeast', '18') }),
      'rule/operator-mismatch',
      'when.values[0]',
      '"18" does not fit atLeast',
      'a number',
    ],
    [
      'a segment that refers to itself',
      aSegment('beta', { when: { not: { segment: 'beta' } } }),
      'segment/circle',
      'when.not.segment',
      'a circle: beta → beta',
      'segments that do not lead back to themselves',
    ],
  ])('refuses %s', (_, document, code, path, problem, expected) => {
    expect(validateSegment(document, around)).toEqual([{ code, path, problem, expected }])
  })
})
