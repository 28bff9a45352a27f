import { describe, expect, it } from 'vitest'
import type { FlagType } from '../../../../shared/schemas/flag.ts'
import type { Json } from '../../../../shared/schemas/keys.ts'
import { readValue, shownValue } from './variant-value.ts'

const values: [FlagType, Json][] = [
  ['boolean', true],
  ['string', ''],
  ['string', '5'],
  ['number', -2.5],
  ['object', { a: [1, null], b: { c: 'd' } }],
]

describe('the value of a variant', () => {
  it.each(values)('of type %s reads back as it was shown: %j', (type, value) => {
    expect(readValue(type, shownValue(type, value))).toEqual({ value })
  })
  const wrong: [FlagType, string][] = [
    ['boolean', 'yes'],
    ['number', ''],
    ['number', 'Infinity'],
    ['object', '[1]'],
    ['object', 'null'],
    ['object', '{'],
  ]
  it.each(wrong)('of type %s refuses %j and says what would be right', (type, text) => {
    expect(readValue(type, text)).toMatchObject({ problem: expect.stringMatching(/^Enter /) })
  })
})
