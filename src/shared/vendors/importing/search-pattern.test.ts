import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkExtendedPatterns } from '../../datafile/extended-patterns.ts'
import { collect } from '../../datafile/problems.ts'
import type { RegexDialect } from '../../schemas/extended-test.ts'
import { searchPattern } from './search-pattern.ts'

const part = fc.constantFrom('.*', '.*?', '^', '$', 'a', 'b', '|', '(a|.*b)', '[ab]', '?', '\\n', '.')
const pattern = fc.array(part, { maxLength: 6 }).map((parts) => parts.join(''))
const text = fc.array(fc.constantFrom('a', 'b', '\n', 'c'), { maxLength: 6 }).map((letters) => letters.join(''))

const found = (source: string, subject: string): boolean | null => {
  try {
    return new RegExp(source, 'u').test(subject)
  } catch {
    return null
  }
}

const problems = (value: string, dialect: RegexDialect) =>
  collect((report) => checkExtendedPatterns({ op: 'text.regex', values: [value], dialect }, [], report))

describe('a pattern that begins with .*', () => {
  it('finds the same without it', () => {
    fc.assert(
      fc.property(pattern, text, (source, subject) => {
        expect(found(searchPattern(source), subject)).toBe(found(source, subject))
      }),
      { numRuns: 1_000 },
    )
  })

  it('can be published as a search without it, and as a match as it is', () => {
    const source = '.*@acme\\.example$'
    expect(problems(source, 'ecma')).toHaveLength(1)
    expect(problems(searchPattern(source), 'ecma')).toEqual([])
    expect(problems(source, 'python-match')).toEqual([])
    expect(problems('(a+)+b', 'python-match')).toHaveLength(1)
  })
})
