import { describe, expect, it } from 'vitest'
import { parseQuery, trimmed, Unparsed } from './query.ts'
import { matches } from './reference/query.ts'

const person = { country: 'AT', age: 7.9, paid: true, version: '1.10.0', name: 'Ünï', team: { id: 'a' }, none: null }

describe('a query', () => {
  // From the README and the test cases of github.com/nikunjy/rules.
  it.each([
    ['country eq "at"', true],
    ['country in ["at"]', false],
    ['country in ["DE", "AT"]', true],
    ['age eq 7', true],
    ['age gt 7', false],
    ['age gt 7.0', true],
    ['version gt 1.9.0', true],
    ['version gt "1.9.0"', false],
    ['version ge 1.10.0-10', true],
    ['version lt 1.10.0-rc.1+build.7', false],
    ['version le 1.10.1-alpha--x.0', true],
    ['version eq 1.10.0+sha.01', true],
    ['nothing ne "x"', false],
    ['not (nothing eq "x")', true],
    ['none eq null', true],
    ['none pr', false],
    ['team.id sw "A"', true],
    ['paid eq true or paid eq false and country eq "DE"', false],
    ['country eq "DE" or (paid eq true and age lt 8)', true],
    ['country gt true', false],
  ])('%s is %s', (text, wanted) => {
    expect(matches(parseQuery(text), person)).toBe(wanted)
  })

  it.each([
    'country',
    'version ge 1.0.0-',
    'version ge 1.0.0-01',
    'version ge 1.0.0+',
    'country eq',
    'country eq AT',
    'country eq "AT" and',
    'not country eq "AT"',
    'a in []',
    'a eq 1e3',
    'in eq 1',
    'a eq "x" y',
  ])('%s is none', (text) => {
    expect(() => parseQuery(text)).toThrow(Unparsed)
  })

  it('may have lines, which are joined', () => {
    expect(matches(parseQuery(trimmed('country eq "AT" \n   and paid eq true')), person)).toBe(true)
  })
})
