import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkValues } from '../../../../shared/datafile/operator-values.ts'
import { type Leaf, Operator } from '../../../../shared/schemas/condition.ts'
import { gapsIn } from './rows.ts'
import { unreadValue } from './value-problem.ts'

const leaf = (operator: Operator, ...values: Leaf['values']): Leaf => ({ attribute: 'x', operator, values })

describe('a value that cannot be read', () => {
  it.each<[Leaf, string | null]>([
    [leaf('atLeast', '25 '), 'a number such as 25'],
    [leaf('atLeast', 25), null],
    [leaf('between', 5, ''), 'a number such as 25'],
    [leaf('between', 5, 1), 'the lower bound first'],
    [leaf('versionAtLeast', '2.'), 'a version such as 2.3.0'],
    [leaf('before', 'soonish'), 'a date such as 2026-11-23 or “mon 9am”'],
    [leaf('olderThan', '3 moons'), 'a duration such as P30D or 12h'],
    [leaf('inNetwork', '10.0.0.0/8', '10.0.0.'), 'a network such as 10.0.0.0/8'],
    [leaf('matches', '(', 'a'), 'a regular expression such as ^beta-'],
    [leaf('isOneOf', 'a', 1, true), null],
  ])('of %j is said: %s', (one, wanted) => {
    expect(unreadValue(one)).toBe(wanted)
  })

  it('is a gap, with the attribute it is for', () => {
    expect(gapsIn({ all: [leaf('inNetwork', '10.'), leaf('is', 'a')] })).toEqual(['a network such as 10.0.0.0/8 for x'])
  })

  it('is whatever the server refuses: what is no gap here fits there', () => {
    const scalar = fc.oneof(
      fc.constantFrom('1.2.3', '2.', '10.0.0.0/8', '::1', '2026-11-23T08:00:00Z', 'P30D', '12h', '', 'a'),
      fc.integer(),
      fc.boolean(),
    )
    const operators = Operator.options.filter((one) => !/matches/i.test(one))
    fc.assert(
      fc.property(fc.constantFrom(...operators), fc.array(scalar, { maxLength: 3 }), (operator, values) => {
        const problems: string[] = []
        checkValues({ attribute: 'x', operator, values }, (_code, _path, problem) => problems.push(problem))
        // The field of a single-value operator cannot hold a second value.
        const fits = gapsIn(leaf(operator, ...values)).length === 0
        const hasTooMany = problems.some((one) => /has (one|\d+) value/.test(one))
        expect(fits && !hasTooMany ? problems : []).toEqual([])
      }),
    )
  })
})
