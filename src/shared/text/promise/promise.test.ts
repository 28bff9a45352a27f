import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aCondition, aContext } from '../../../../tests/support/arbitraries.ts'
import { Statement } from '../../features/promises/schemas/promise.ts'
import type { Json } from '../../schemas/keys.ts'
import { parsePromise } from './parse-promise.ts'
import { promiseSentence } from './promise-sentence.ts'

const read = (sentence: string) => parsePromise(sentence)

const names = ['checkout', 'gets', 'own', 'at', 'or', '1', 'e.f-g_h', 'new-checkout']

const aStatement = (): fc.Arbitrary<Statement> =>
  fc
    .record({
      kind: fc.constantFrom('always', 'never', 'atMost', 'keeps', 'example'),
      flag: fc.constantFrom(...names),
      variants: fc.array(fc.option(fc.constantFrom(...names)), { minLength: 1, maxLength: 3 }),
      when: aCondition({ flags: { alpha: ['on', 'off'] }, segments: ['staff'] }),
      share: fc.integer({ min: 0, max: 100_000 }),
      context: aContext(),
      at: fc.option(fc.constantFrom('2027-01-01T00:00:00.000Z')),
    })
    .map(({ kind, flag, variants, when, share, context, at }): Statement => {
      const about = { flag, variants }
      if (kind === 'atMost') return { kind, share, when, ...about }
      if (kind === 'example') {
        // Values that JSON cannot represent cannot be typed.
        const plain = JSON.parse(JSON.stringify(context)) as Record<string, Json>
        return { kind, context: plain, ...about, at }
      }
      return { kind: kind as 'always' | 'never' | 'keeps', when, ...about }
    })

describe('a promise as a sentence', () => {
  it.each([
    'everyone in segment staff gets checkout on',
    'everyone where flag express-pay is on gets checkout-v2 on',
    'everyone where country is NO or DE and plan is not free gets checkout on or beta',
    'nobody where country is CN gets new-checkout on',
    'nobody where not in segment staff gets checkout default in code',
    'at most 25% of everyone where plan is free get pricing fresh',
    'at most 0.5% of everyone get pricing fresh, cheap or default in code',
    'nobody where plan is enterprise loses sso on',
    'nobody where bucket salted "a" is 0% to 10% gets checkout on',
    '{"targetingKey":"an\\"}na","country":"NO"} gets checkout on',
    '{"deep":{"er":[1,{}]}} gets checkout on at 2027-01-01T00:00:00.000Z',
  ])('is written as it was read: %s', (sentence) => {
    const made = read(sentence)
    expect(made).toHaveProperty('statement')
    expect('statement' in made && promiseSentence(made.statement)).toBe(sentence)
  })

  it('is read in shorter spellings', () => {
    const same = (one: string, other: string) => expect(read(one)).toEqual(read(other))
    same('at most 25 % everyone gets pricing fresh', 'at most 25% of everyone get pricing fresh')
    same('{"a":1} gets x on at 2027-01-01T01:00+01:00', '{"a":1} gets x on at 2027-01-01T00:00:00.000Z')
    same('nobody in segment staff and plan is pro get x on', 'nobody where in segment staff and plan is pro gets x on')
  })

  it('says where it stopped making sense, and what could stand there', () => {
    const misread = (sentence: string) => {
      const made = read(sentence)
      return 'misread' in made ? made.misread : undefined
    }
    expect(misread('')).toEqual({ at: 0, expected: 'everyone, nobody, at most, or a context as JSON' })
    expect(misread('everyone where country is CN')).toEqual({ at: 28, expected: 'and, or, or gets' })
    expect(misread('everyone gets')).toEqual({ at: 13, expected: 'the key of a flag' })
    expect(misread('everyone gets checkout')).toEqual({ at: 22, expected: 'a variant, or default in code' })
    expect(misread('everyone gets checkout on now')).toEqual({ at: 26, expected: 'or and a variant, or the end' })
    expect(misread('everyone loses checkout on')).toEqual({ at: 9, expected: 'where, in segment, or gets' })
    expect(misread('{"a":} gets x on')).toMatchObject({ at: 0 })
    expect(misread('nobody where bucket is 0% to 10% gets x on')).toMatchObject({ at: 13 })
  })

  it('is the inverse of reading it', () => {
    fc.assert(
      fc.property(aStatement(), (statement) => {
        const written = promiseSentence(statement)
        const made = read(written)
        // A slice with the salt of its rule is not valid in a promise.
        if (/bucket(?! (by \S+ )?salted)/.test(written)) return
        expect(made).toHaveProperty('statement')
        if (!('statement' in made)) return
        // Redundant words are dropped when the promise is printed again.
        const shorter = promiseSentence(made.statement)
        expect(read(shorter)).toEqual(made)
        expect(Statement.safeParse(made.statement).success).toBe(true)
      }),
      { numRuns: 300 },
    )
  })
})
