import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { identifiesUsers, mayBeMistyped } from './identifies-users.ts'

const seen = (texts: readonly string[], count: number) => texts.map((value) => ({ value, count }))
const countries = Array.from({ length: 40 }, (_, at) => `C${String.fromCodePoint(65 + at)}`)

describe('attributes whose values are people', () => {
  it.each([
    'targetingKey',
    'userId',
    'user.id',
    'user_id',
    'uuid',
    'email',
    'contact.e-mail',
    'phoneNumber',
    'deviceId',
    'ip',
  ])('%s, by its name', (name) => {
    expect(identifiesUsers({ name, values: [] })).toBe(true)
  })

  it.each(['country', 'plan', 'planId', 'appVersion', 'valid', 'paid', 'grid', 'name', 'appName', 'tier'])(
    'not %s',
    (name) => {
      expect(identifiesUsers({ name, values: seen(countries, 20) })).toBe(false)
    },
  )

  it('by declaration, and by values of which few come twice, whatever the name', () => {
    expect(identifiesUsers({ name: 'kunde', personal: true, values: [] })).toBe(true)
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.string(), { minLength: 10, maxLength: 40 }),
        fc.integer({ min: 1, max: 2 }),
        (texts, count) => {
          expect(identifiesUsers({ name: 'kunde', values: seen(texts, count) })).toBe(true)
        },
      ),
      { numRuns: 20 },
    )
  })

  it('not by a declaration of many values that nobody was seen with', () => {
    expect(
      identifiesUsers({
        name: 'store',
        values: seen(
          Array.from({ length: 400 }, (_, at) => `s${at}`),
          0,
        ),
      }),
    ).toBe(false)
  })

  it('takes no identifier for a slip of another', () => {
    expect(mayBeMistyped('user-41', 'user-42')).toBe(false)
    expect(mayBeMistyped('anna@acme.com', 'anne@acme.com')).toBe(false)
    expect(mayBeMistyped('Norwya', 'Norway')).toBe(true)
  })
})
