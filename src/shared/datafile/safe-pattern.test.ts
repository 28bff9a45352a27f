import { describe, expect, it } from 'vitest'
import { patternProblem } from './safe-pattern.ts'

describe('patternProblem', () => {
  it.each([
    ['^pro'],
    ['@example\\.com$'],
    ['^.*@example\\.com$'],
    ['^[\\w.+-]+@example\\.com$'],
    ['^[a-z0-9]+(?:-[a-z0-9]+)*$'],
    ['^\\p{L}+$'],
    ['foo|bar'],
    ['colou?r'],
    ['^(\\d{1,3}\\.){3}\\d{1,3}$'],
    ['^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$'],
    ['^[a-z]{1,63}$'],
    ['^.{0,500}$'],
    ['^(?:[a-z]{2,40}\\.){1,20}$'],
    ['^https?://(www\\.)?example\\.(com|org)/'],
    ['\\u{1F600}{2,3}'],
    ['^[\\]{1}]{1,2}x'],
  ])('takes %s for safe', (pattern) => {
    expect(patternProblem(pattern)).toBeNull()
  })

  it.each([
    ['a+$', "backtracks: its time can grow with the square of the text's length"],
    ['^a*a*a*$', "backtracks: its time can grow with the power 3 of the text's length"],
    ['^(a+)+$', 'backtracks: its time can double with every character of the text'],
    ['^(a|b|ab)*c$', 'backtracks: its time can double with every character of the text'],
    ['^(?:(?:a?){10}){10}$', 'backtracks: its counts and choices multiply'],
    ['^(?:.{0,20}x){20}$', 'backtracks: its counts and choices multiply'],
    ['^(?:a?){30}b', 'backtracks: its counts and choices multiply'],
    ['^(?:a|a){30}b', 'backtracks: its counts and choices multiply'],
    [`^${'(a|a)'.repeat(12)}`, 'backtracks: its counts and choices multiply'],
    [`^${'a?'.repeat(12)}${'a'.repeat(12)}`, 'backtracks: its counts and choices multiply'],
    ['^(\\w+)\\1$', 'uses look-around, back-references or other syntax that cannot be proven safe'],
    ['(?=a+b)c', 'uses look-around, back-references or other syntax that cannot be proven safe'],
    ['(', 'is not a regular expression: Unterminated group'],
    ['\\d{2,1}', 'is not a regular expression: numbers out of order in {} quantifier'],
    ['\\-', 'is not a regular expression: Invalid escape'],
  ])('refuses %s', (pattern, problem) => {
    expect(patternProblem(pattern)?.problem).toBe(problem)
  })

  it('looks at the pattern as it ignores case', () => {
    expect([patternProblem('^(?:k|K)*$'), patternProblem('^(?:k|K)*$', true)?.problem]).toEqual([
      null,
      'backtracks: its time can double with every character of the text',
    ])
  })
})
