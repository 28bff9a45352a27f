import { describe, expect, it } from 'vitest'
import { aFlagOf, where } from '../../../tests/support/builders.ts'
import {
  flag,
  flagWithCondition,
  manyRules,
  manyTests,
  manyVariants,
  nestedNot,
  problemsOf,
} from '../../../tests/support/validation.ts'
import type { Json } from '../schemas/keys.ts'

const nested = (levels: number): Json => (levels === 0 ? 1 : [nested(levels - 1)])

describe('validateFlag refuses in the shape of a document', () => {
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
      'the document is nested more than 100 levels deep',
      'at most 100 levels',
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
    [
      '257 variants',
      manyVariants(257),
      'limit/reached',
      'variants',
      'the flag has 257 variants',
      'at most 256 variants',
    ],

    ['1 001 rules', manyRules(1_001), 'limit/reached', 'rules', 'has 1001 entries', 'at most 1000 entries'],
    [
      'two rules of one id',
      flag.with({ rules: [...manyRules(1).rules, ...manyRules(1).rules] }),
      'flag/invalid',
      'rules[1].id',
      'rule 1 already has this ID',
      'a unique ID',
    ],
    [
      '101 conditions in a rule',
      flagWithCondition(manyTests(101)),
      'limit/reached',
      'rules[0].when',
      '101 conditions',
      'at most 100 conditions',
    ],
    [
      'a test inside seven groups',
      flagWithCondition(nestedNot(7)),
      'limit/reached',
      'rules[0].when',
      'groups are nested 7 levels deep',
      'at most 6 groups inside one another',
    ],
    [
      '1 001 values',
      flagWithCondition(where('n', 'isOneOf', ...Array.from({ length: 1_001 }, (_, at) => at))),
      'limit/reached',
      'rules[0].when.values',
      'has 1001 entries',
      'at most 1000 entries',
    ],
    [
      'a value of 513 characters',
      flagWithCondition(where('plan', 'is', 'x'.repeat(513))),
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
  ])('%s', (_, document, code, path, problem, expected) => {
    expect(problemsOf(document)).toEqual([{ code, path, problem, expected }])
  })
})
