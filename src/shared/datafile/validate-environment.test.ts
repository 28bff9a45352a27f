import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aDatafile } from '../../../tests/support/arbitraries.ts'
import { aFlag, aSegment, where } from '../../../tests/support/builders.ts'
import { validateEnvironment } from './validate-environment.ts'

const nothing = { flags: [], segments: [] }

describe('validateEnvironment', () => {
  it('finds nothing wrong in a valid datafile', () => {
    fc.assert(
      fc.property(aDatafile(), (datafile) => {
        expect(validateEnvironment(datafile)).toEqual([])
      }),
    )
  })

  it('names the document in the path', () => {
    const flags = { 'my-flag': aFlag('my-flag').serving('blue') }
    expect(validateEnvironment({ flags, segments: {} })).toEqual([
      {
        code: 'rule/unknown-variant',
        path: 'flags["my-flag"].otherwise.variant',
        problem: 'variant "blue" doesn’t exist',
        expected: 'one of: on, off',
      },
    ])
  })

  it('refuses a document under the key of another', () => {
    expect(validateEnvironment({ flags: { a: aFlag('b') }, segments: {} })).toEqual([
      { code: 'flag/invalid', path: 'flags.a.key', problem: 'the key is "b"', expected: '"a", as in the datafile' },
    ])
  })

  it('refuses keys that differ only in case', () => {
    const segments = { beta: aSegment('beta'), Beta: aSegment('Beta') }
    expect(validateEnvironment({ flags: {}, segments })).toEqual([
      {
        code: 'segment/key-taken',
        path: 'segments.Beta',
        problem: 'the key differs from "beta" only in upper and lower case',
        expected: 'keys that differ in more than case',
      },
    ])
  })

  it('refuses more than 1 000 segments', () => {
    const segments = Object.fromEntries(Array.from({ length: 1_001 }, (_, at) => [`s${at}`, aSegment(`s${at}`)]))
    expect(validateEnvironment({ flags: {}, segments }, { changed: nothing })).toEqual([
      {
        code: 'limit/reached',
        path: 'segments',
        problem: 'the environment has 1001 segments',
        expected: 'at most 1000 segments',
      },
    ])
  })

  it('reports a circle once, with its whole way', () => {
    const flags = {
      a: aFlag('a').requiring('b', 'on'),
      b: aFlag('b').requiring('c', 'on'),
      c: aFlag('c').requiring('a', 'on'),
    }
    expect(validateEnvironment({ flags, segments: {} })).toEqual([
      {
        code: 'flag/prerequisite-circle',
        path: 'flags.a.prerequisites[0].flag',
        problem: 'a circle: a → b → c → a',
        expected: 'flags that don’t lead back to themselves',
      },
    ])
  })

  it('reports a circle of segments as one of segments', () => {
    const segments = { a: aSegment('a', { when: { segment: 'b' } }), b: aSegment('b', { when: { segment: 'a' } }) }
    expect(validateEnvironment({ flags: {}, segments })).toMatchObject([
      { code: 'segment/circle', problem: 'a circle: a → b → a' },
    ])
  })

  it('follows a chain of 10 000 flags without running out of stack', () => {
    const flags = Object.fromEntries(
      Array.from({ length: 10_000 }, (_, at) => [
        `f${at}`,
        at === 9_999 ? aFlag(`f${at}`) : aFlag(`f${at}`).requiring(`f${at + 1}`, 'on'),
      ]),
    )
    expect(validateEnvironment({ flags, segments: {} }, { changed: nothing })).toEqual([
      {
        code: 'limit/reached',
        path: 'flags.f9982.prerequisites[0].flag',
        problem: 'a chain of 17 flags begins here',
        expected: 'chains of at most 16 flags',
      },
    ])
  })

  it('reads on when a document does not fit its schema', () => {
    // JavaScript callers may pass anything.
    const broken = { key: 'broken' } as unknown as ReturnType<typeof aFlag>
    const flags = { broken, user: aFlag('user').requiring('broken', 'on') }
    const found = validateEnvironment({ flags, segments: {} })
    expect(found.at(-1)).toMatchObject({
      path: 'flags.user.prerequisites[0].flag',
      problem: 'flag "broken" doesn’t exist',
    })
  })

  describe('of a publish', () => {
    const hero = aFlag('hero').requiring('checkout', 'on').rule({ segment: 'beta' }, 'on')
    const before = { flags: { checkout: aFlag('checkout'), hero }, segments: { beta: aSegment('beta') } }

    it('refuses to remove a flag that another requires', () => {
      const after = { ...before, flags: { hero } }
      expect(validateEnvironment(after, { changed: { flags: ['checkout'], segments: [] } })).toEqual([
        {
          code: 'flag/required-by',
          path: 'flags.hero.prerequisites[0].flag',
          problem: 'the flag "checkout" is required here but would be removed',
          expected: 'no reference to it',
        },
      ])
    })

    it('refuses to remove a variant that another flag names', () => {
      const checkout = aFlag('checkout').with({ variants: { off: false } })
      const after = { ...before, flags: { checkout, hero } }
      expect(validateEnvironment(after, { changed: { flags: ['checkout'], segments: [] } })).toEqual([
        {
          code: 'variant/in-use',
          path: 'flags.hero.prerequisites[0].flag',
          problem: 'the variant "on" of the flag "checkout" is used here but would be removed',
          expected: 'no reference to it',
        },
      ])
    })

    it('refuses to remove a segment that a flag uses', () => {
      expect(validateEnvironment({ ...before, segments: {} }, { changed: { flags: [], segments: ['beta'] } })).toEqual([
        {
          code: 'segment/in-use',
          path: 'flags.hero.rules[0].when.segment',
          problem: 'the segment "beta" is used here but would be removed',
          expected: 'no reference to it',
        },
      ])
    })

    it('shows a circle at the document that closes it', () => {
      const checkout = aFlag('checkout').rule({ flag: 'hero', variants: ['on'] }, 'on')
      const after = { ...before, flags: { hero, checkout } }
      expect(validateEnvironment(after, { changed: { flags: ['checkout'], segments: [] } })).toMatchObject([
        { path: 'flags.checkout.rules[0].when.flag', problem: 'a circle: hero → checkout → hero' },
      ])
    })

    it('does not look into documents that it does not touch', () => {
      const flags = { ...before.flags, old: aFlag('old').rule(where('age', 'lessThan', '18'), 'on') }
      expect(validateEnvironment({ ...before, flags }, { changed: nothing })).toEqual([])
    })

    it('takes a flag and its user away together', () => {
      const changed = { flags: ['checkout', 'hero'], segments: [] }
      expect(validateEnvironment({ flags: {}, segments: before.segments }, { changed })).toEqual([])
    })
  })
})
