import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertiesText, readProperties } from './properties-text.ts'

describe('the properties of an event as text', () => {
  it('are read as they were written', () => {
    const name = fc.stringMatching(/^[A-Za-z][A-Za-z0-9_]{0,9}$/).filter((one) => one !== '__proto__')
    const word = fc.oneof(
      fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => !/[\r\n]/.test(text)),
      fc.constantFrom('number', 'boolean', 'Doe, Jane', 'say "hi"', ' padded '),
    )
    const texts = fc.uniqueArray(word, { minLength: 1, maxLength: 3 })
    const properties = fc.dictionary(name, fc.oneof(fc.constantFrom('number' as const, 'boolean' as const), texts))
    fc.assert(
      fc.property(properties, (given) => {
        expect(readProperties(propertiesText(given))).toEqual({ ...given })
      }),
    )
  })

  it('need no care', () => {
    expect(readProperties('\n plan :free,  gold,\nitems:number\n: x')).toEqual({
      plan: ['free', 'gold'],
      items: 'number',
    })
  })
})
