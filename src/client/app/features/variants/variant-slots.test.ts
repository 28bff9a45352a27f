import { describe, expect, it } from 'vitest'
import { isHatched, slotColour, slotOf, variantSlots } from './variant-slots.ts'

describe('the colour of a variant', () => {
  it('is the accent for on and neutral for off, whatever they are called', () => {
    const slots = variantSlots({ type: 'boolean', variants: { no: false, yes: true } })
    expect([...slots]).toEqual([
      ['no', 'off'],
      ['yes', 'on'],
    ])
  })
  it('is its place in the table where there are more', () => {
    const slots = variantSlots({ type: 'string', variants: { classic: 'a', compact: 'b' } })
    expect(slotColour(slotOf(slots, 'compact'))).toBe('var(--variant-2)')
  })
  it('is neutral for the default in code and for a variant that is gone', () => {
    const slots = variantSlots({ type: 'string', variants: { classic: 'a' } })
    expect([slotOf(slots, null), slotOf(slots, 'gone')]).toEqual(['off', 'off'])
  })
  it('is hatched from the seventh on, and begins again after the twelfth', () => {
    expect([5, 6, 12].map(isHatched)).toEqual([false, true, true])
    expect(slotColour(12)).toBe('var(--variant-1)')
  })
})
