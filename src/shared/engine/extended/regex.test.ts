import { describe, expect, it } from 'vitest'
import { regex } from './regex.ts'

type Row = [pattern: string, finds: string[], misses: string[]]

const re2: Row[] = [
  ['^(?i)abc$', ['ABC', 'abc'], ['abcd', 'ab']],
  ['(?i:a)b', ['Ab', 'ab'], ['aB']],
  ['a(?i)b(?-i)c', ['aBc'], ['ABc', 'abC']],
  ['(?i)straße', ['STRAßE', 'STRAẞE'], ['STRASSE']],
  ['(?i)k', ['\u212a'], ['x']],
  ['(?i:k)x', ['\u212ax', 'Kx'], ['kX']],
  ['(?m)^b$', ['a\nb\nc'], ['a\rb\rc']],
  ['^b', ['b'], ['a\nb']],
  ['b$', ['ab'], ['b\n']],
  ['(?s)a.b', ['a\nb'], ['ab']],
  ['a.b', ['a\rb', 'a\u2028b', 'a💡b'], ['a\nb']],
  ['[[:alpha:]]+\\d', ['ab1'], ['é1', '1']],
  ['^[[:^digit:]x]+$', ['abx'], ['a1']],
  ['^[^[:space:]]+$', ['ab'], ['a b', 'a\u000bb']],
  ['\\Aab\\z', ['ab'], ['ab\n', 'xab']],
  ['^\\pL+$', ['é'], ['1']],
  ['^\\p{Greek}+$', ['αβ'], ['ab']],
  ['^\\P{Greek}$', ['a'], ['α']],
  ['^\\p{^Lu}$', ['a'], ['A']],
  ['^\\s$', [' ', '\t'], ['\u000b', '\u00a0']],
  ['^\\S$', ['\u00a0', '\u000b'], [' ']],
  ['^\\d\\D\\w\\W$', ['1a_-', '1é0é'], ['١aaa']],
  ['\\Qa.b\\E+', ['a.bb'], ['axb']],
  ['^\\x41\\x{1F4A1}\\101\\n$', ['A💡A\n'], ['AAA']],
  ['^a{2,3}?$', ['aa', 'aaa'], ['a', 'aaaa']],
  ['a{,2}', ['a{,2}'], ['aa']],
  ['^[]a]$', [']', 'a'], ['b']],
  ['^[^]a]$', ['b'], [']', 'a']],
  ['^[a\\-z]$', ['-', 'a', 'z'], ['b']],
  ['^[a-]$', ['-', 'a'], ['b']],
  ['(?P<year>\\d+)-(?<day>\\d+)', ['12-3'], ['x']],
  ['(?U)^a+$', ['aaa'], ['b']],
  ['^*a', ['a'], ['b']],
  ['x/y', ['x/y'], ['xy']],
  ['}', ['}'], ['{']],
]

describe('RE2', () => {
  it.each(re2)('%s finds %j and not %j', (pattern, finds, misses) => {
    const compiled = regex('re2', pattern, '')
    expect(compiled).toBeDefined()
    expect(finds.filter((text) => compiled?.test(text) !== true)).toEqual([])
    expect(misses.filter((text) => compiled?.test(text) !== false)).toEqual([])
  })

  it.each([
    ...['(?=a)', '(?!a)', '(?<=a)b', '(?<!a)b', '(a)\\1', '(?P<x>a)\\k<x>', '(?>a)', '(?#a)', 'a**', 'a++', '*a'],
    ...[
      '(',
      ')',
      '[',
      '[z-a]',
      '\\',
      '\\y',
      '\\e',
      '\\Z',
      '[[:what:]]',
      'a{1001}',
      '\\x{110000}',
      '(?P<x>a)(?P<x>b)',
      '\\p{Nonsense}',
    ],
  ])('refuses %s', (pattern) => {
    expect(regex('re2', pattern, '')).toBeUndefined()
  })

  it('ignores case where the condition says so', () => {
    expect(regex('re2', '^abc$', 'i')?.test('ABC')).toBe(true)
    expect(regex('re2', '^a(?-i)bc$', 'i')?.test('Abc')).toBe(true)
    expect(regex('re2', '^a(?-i)bc$', 'i')?.test('ABc')).toBe(false)
  })
})

describe('Python', () => {
  it.each<Row>([
    ['b', ['b', 'bc'], ['ab']],
    ['a$', ['a', 'a\n'], ['a\n\n', 'ab']],
    ['a\\Z', ['a'], ['a\n']],
    ['(?P<x>.)(?P=x)', ['aa'], ['ab']],
    ['a(?=b)', ['ab'], ['ac']],
    ['\\d', ['١'], ['a']],
  ])('%s matches %j from the start and not %j', (pattern, finds, misses) => {
    const compiled = regex('python-match', pattern, '')
    expect(finds.filter((text) => compiled?.test(text) !== true)).toEqual([])
    expect(misses.filter((text) => compiled?.test(text) !== false)).toEqual([])
  })
})

describe("Rust's fancy-regex", () => {
  it('has look-around, back-references and inline flags, and searches', () => {
    expect(regex('rust-fancy', '(?i)x(?=y)(.)\\1', '')?.test('aXyy')).toBe(true)
    expect(regex('rust-fancy', 'a$', '')?.test('a\n')).toBe(false)
  })
})
