import { describe, expect, it } from 'vitest'
import type { Condition, Leaf } from '../../../../shared/schemas/condition.ts'
import { absence, absenceOf, conditionOf, gapsIn, rowsOf, withOperator, withValues } from './rows.ts'

const country: Leaf = { attribute: 'country', operator: 'is', values: ['NO'] }

describe('the lines of a condition', () => {
  const conditions: Condition[] = [
    true,
    country,
    { all: [country, { segment: 'staff' }] },
    { any: [country, country] },
    { all: [{ all: [country] }] },
  ]
  it.each(conditions)('make the same condition again: %j', (condition) => {
    expect(conditionOf(rowsOf(condition))).toEqual(condition)
  })
})

describe('withValues', () => {
  it('turns "is" into "is one of" at the second value', () => {
    expect(withValues(country, ['NO', 'DE'])).toEqual({
      attribute: 'country',
      operator: 'isOneOf',
      values: ['NO', 'DE'],
    })
  })
  it('turns it back when one value is left', () => {
    expect(withValues({ ...country, operator: 'isOneOf', values: ['NO', 'DE'] }, ['NO'])).toEqual(country)
  })
})

describe('withOperator', () => {
  it('keeps values that convert and drops those that do not', () => {
    expect(withOperator({ attribute: 'age', operator: 'isOneOf', values: ['18', 'x', 30] }, 'between').values).toEqual([
      18, 30,
    ])
  })
  it('keeps one value where only one is taken', () => {
    expect(withOperator({ ...country, operator: 'isOneOf', values: ['NO', 'DE'] }, 'is').values).toEqual(['NO'])
  })
  it('forgets the case outside of text', () => {
    expect(withOperator({ ...country, operator: 'contains', ignoreCase: true }, 'is')).toEqual(country)
  })
})

describe('gapsIn', () => {
  const gaps: [Condition, string[]][] = [
    [country, []],
    [{ ...country, values: [] }, ['a value for country']],
    [{ ...country, attribute: '' }, ['an attribute']],
    [{ attribute: 'age', operator: 'between', values: [1] }, ['a value for age']],
    [{ attribute: 'age', operator: 'exists', values: [] }, []],
    [{ all: [country, { any: [] }, { segment: '' }] }, ['an empty group', 'a segment']],
  ]
  it.each(gaps)('of %j names what is missing', (condition, expected) => {
    expect(gapsIn(condition)).toEqual(expected)
  })
})

describe('a line that wants an attribute not to be set', () => {
  it('is read back as the attribute', () => {
    expect(absenceOf(absence('email'))).toBe('email')
  })
  it.each<Condition>([true, country, { not: country }, { not: { segment: 'staff' } }])('is not %j', (condition) => {
    expect(absenceOf(condition)).toBe(null)
  })
})
