import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aDatafile } from '../../../tests/support/arbitraries.ts'
import { aFlag, aFlagOf, aSegment, split, where } from '../../../tests/support/builders.ts'
import {
  flag,
  flagWithCondition,
  manyRules,
  manyTests,
  manyVariants,
  nestedNot,
  otherDocuments,
  problemsOf,
} from '../../../tests/support/validation.ts'
import { validateFlag } from './validate.ts'

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
      ['1 000 rules', manyRules(1_000)],
      ['256 variants', manyVariants(256)],
      ['100 conditions in a rule', flagWithCondition(manyTests(100))],
      ['a test inside six groups', flagWithCondition(nestedNot(6))],
      ['a value of 512 characters', flagWithCondition(where('plan', 'is', 'x'.repeat(512)))],
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
        flagWithCondition({
          any: [where('at', 'before', 1_700_000_000_000), where('at', 'after', '2026-11-20T12:00:00Z')],
        }),
      ],
      ['a wide segment that says what missing means', flagWithCondition({ segment: 'gone', missing: 'false' })],
      [
        'a wide prerequisite that says what missing means',
        flag.with({ requires: [{ flag: 'gone', test: { enabled: true }, missing: 'false' }] }),
      ],
      [
        'a wide condition that nests deeper than a native one may',
        flagWithCondition({ all: [nestedNot(7), { read: { firstOf: [['a']] }, test: { op: 'present' } }] }),
      ],
      ['null in a flag of objects', aFlagOf('object', { a: null })],
      [
        'a wide pattern that is none here, which its profile answers for',
        flagWithCondition({
          read: { firstOf: [['a']] },
          test: { op: 'text.regex', values: ['(?i)['], dialect: 're2', str: 'none', badPattern: 'false' },
        }),
      ],
    ])('%s', (_, document) => {
      expect(problemsOf(document)).toEqual([])
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
        expected: 'flags that don’t lead back to themselves',
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
    expect(validateFlag(document, { ...otherDocuments, schema })).toEqual([
      {
        code: 'flag/schema-violation',
        path: 'variants.a.limits[0].max',
        problem: "does not meet the flag's JSON Schema",
        expected: 'must be number',
      },
    ])
  })

  it('holds operators to the declared type of their attribute', () => {
    const document = flagWithCondition(where('staff', 'contains', 'yes'))
    expect(validateFlag(document, { ...otherDocuments, attributes: { staff: 'boolean' } })).toEqual([
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

/** Creates flags f1 to f`count`, each of which requires the previous one. */
function chain(count: number): Record<string, ReturnType<typeof aFlag>> {
  const keys = Array.from({ length: count }, (_, at) => at + 1)
  return Object.fromEntries(keys.map((at) => [`f${at}`, aFlag(`f${at}`).requiring(`f${at - 1}`, 'on')]))
}
