import { describe, expect, it } from 'vitest'
import { aFlagOf, split } from '../../../tests/support/builders.ts'
import { flag, flagWithCondition, problemsOf } from '../../../tests/support/validation.ts'

describe('validateFlag refuses in what is served', () => {
  it.each<[what: string, document: unknown, code: string, path: string, problem: string, expected: string]>([
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
      'variant "blue" doesn’t exist',
      'one of: on, off',
    ],
    [
      'an unknown off variant',
      flag.with({ offVariant: 'blue' }),
      'rule/unknown-variant',
      'offVariant',
      'variant "blue" doesn’t exist',
      'one of: on, off',
    ],
    [
      'an unknown variant in a rule',
      flag.rule(true, 'blue'),
      'rule/unknown-variant',
      'rules[0].serve.variant',
      'variant "blue" doesn’t exist',
      'one of: on, off',
    ],
    [
      'an unknown variant in a split',
      flag.rule(true, split({ on: 1, blue: 1 })),
      'rule/unknown-variant',
      'rules[0].serve.split.parts[1].variant',
      'variant "blue" doesn’t exist',
      'one of: on, off',
    ],
    [
      'a default split that leaves a gap',
      flag.serving(split({ on: 50_000, off: 49_999 })),
      'rule/weights',
      'otherwise.split.parts',
      'the weights sum to 99999',
      'a sum of 100000 (100%): nothing comes after',
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
      flagWithCondition({ in: { from: 0.5, to: 1 } }),
      'rule/weights',
      'rules[0].when.in',
      '[0.5, 1) is not a range of the bucket space',
      'whole numbers from 0 to 100000, from ≤ to',
    ],
    [
      'a condition on an unknown flag',
      flagWithCondition({ flag: 'gone', variants: ['on'] }),
      'flag/invalid',
      'rules[0].when.flag',
      'flag "gone" doesn’t exist',
      'a flag of this environment',
    ],
    [
      'a condition on an unknown variant',
      flagWithCondition({ flag: 'hero', variants: ['on', 'blue'] }),
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
      'flag "gone" doesn’t exist',
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
      'flags that don’t lead back to themselves',
    ],
  ])('%s', (_, document, code, path, problem, expected) => {
    expect(problemsOf(document)).toEqual([{ code, path, problem, expected }])
  })
})
