import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ScopeKey } from '../../../shared/schemas/keys.ts'
import { keyFromName, nameFromKey } from './key-from-name.ts'

describe('keyFromName', () => {
  it.each([
    ['New checkout (EU)', 'new-checkout-eu'],
    ['Crème brûlée', 'creme-brulee'],
    ['  --  ', ''],
    ['日本', ''],
  ])('turns %j into %j', (name, key) => {
    expect(keyFromName(name, 64)).toBe(key)
  })
  it('is empty or a valid key, whatever the name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (name) => {
        const key = keyFromName(name, 64)
        expect(key === '' || ScopeKey.safeParse(key).success).toBe(true)
      }),
    )
  })
})

describe('nameFromKey', () => {
  it.each([
    ['express-pay-2', 'Express pay 2'],
    ['newHero.v2', 'NewHero v2'],
  ])('turns %j into %j', (key, name) => expect(nameFromKey(key)).toBe(name))
})
