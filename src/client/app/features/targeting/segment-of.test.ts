import { describe, expect, it } from 'vitest'
import { segmentOf } from './segment-of.ts'

describe('the segment made of a long list', () => {
  it('includes the keys where the list is of people', () => {
    expect(segmentOf({ attribute: 'targetingKey', operator: 'isOneOf', values: ['ada', 'bob'] })).toEqual({
      included: ['ada', 'bob'],
      excluded: [],
      when: null,
    })
  })
  it.each([
    { attribute: 'country', operator: 'isOneOf' as const, values: ['NO', 'SE'] },
    { attribute: 'country', operator: 'isNoneOf' as const, values: ['NO', 'SE'] },
    // A number is not a valid targeting key.
    { attribute: 'targetingKey', operator: 'isOneOf' as const, values: ['ada', 5] },
  ])('is the line itself otherwise: %j', (leaf) => {
    expect(segmentOf(leaf)).toEqual({ included: [], excluded: [], when: leaf })
  })
  it('is none of what is no list', () => {
    expect(segmentOf({ attribute: 'age', operator: 'atLeast', values: [18] })).toBe(null)
  })
})
