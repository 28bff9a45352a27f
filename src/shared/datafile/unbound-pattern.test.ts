import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { unboundPattern } from './unbound-pattern.ts'

/** Returns the widened pattern without what surrounds it. */
const widened = (source: string) => unboundPattern(source)?.source.replace(/^\(\?:([^]*)\)\\u\{10FFFF\}$/, '$1')

describe('widenPattern', () => {
  it.each([
    ['a?', 'a*'],
    ['a??', 'a*'],
    ['a{2,5}b', 'a*b'],
    ['(?:a?){10}', '(?:a*)*'],
    ['(?:a|b){3}', '(?:a|b)*'],
    ['(foo|bar)baz', '(foo|bar)*baz'],
    ['(?<name>a|b)+c?', '(?<name>a|b)+c*'],
    ['[?{1,2}]?', '[?{1,2}]*'],
    ['[\\]?]?', '[\\]?]*'],
    ['\\p{L}{1,2}\\u{1F600}?\\??', '\\p{L}*\\u{1F600}*\\?*'],
    ['(?=a|b)c?', '(?=a|b)c*'],
  ])('makes %s into %s', (source, result) => {
    expect(widened(source)).toBe(result)
  })

  it.each([['abc'], ['a*b+'], ['a{2,}'], ['[0-9]{4}'], ['(?:\\d{2}){3}'], ['foo|bar'], ['(?=a|b)c']])(
    'has nothing to widen in %s',
    (source) => {
      expect(unboundPattern(source)).toBeNull()
    },
  )

  it('answers the largest count it let go', () => {
    expect(unboundPattern('a?b{2,40}(c|d|e)')?.bound).toBe(40)
  })

  it('matches whatever the pattern matches', () => {
    const atom = fc.constantFrom('a', 'b', '[ab]', '\\w', '(?:a|ab)', '(b?)')
    const count = fc.constantFrom('', '?', '{2}', '{1,3}', '*', '+?', '{0,2}?')
    const pattern = fc
      .array(fc.tuple(atom, count), { minLength: 1, maxLength: 5 })
      .map((parts) => `^(?:${parts.map((part) => part.join('')).join('')})$`)
    const text = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 8 })
    fc.assert(
      fc.property(pattern, text, (source, input) => {
        const wide = widened(source)
        fc.pre(wide !== undefined && new RegExp(source, 'u').test(input))
        expect(new RegExp(wide ?? '', 'u').test(input)).toBe(true)
      }),
    )
  })
})
