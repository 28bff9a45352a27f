import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { FlagDocument, FlagType } from '../../../../../../shared/schemas/flag.ts'
import type { Json } from '../../../../../../shared/schemas/keys.ts'
import { gapsOf } from '../targeting/edit-rules.ts'
import { readValue, shownValue, typedValue } from './variant-value.ts'

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
    ['number', '0x10'],
    ['number', '1,5'],
    ['object', '[1]'],
    ['object', 'null'],
    ['object', '{'],
  ]
  it.each(wrong)('of type %s refuses %j and says what would be right', (type, text) => {
    expect(readValue(type, text)).toMatchObject({ problem: expect.stringMatching(/^Enter /) })
  })
})

describe('a draft of a flag', () => {
  const flag = (type: FlagType, value: Json): FlagDocument => ({
    key: 'hero',
    type,
    on: true,
    variants: { a: value },
    offVariant: null,
    prerequisites: [],
    rules: [],
    otherwise: { variant: 'a' },
    salt: 's',
    visibleToClients: false,
  })

  it('holds what is typed: it reads, or the draft cannot be published', () => {
    fc.assert(
      fc.property(
        fc.constantFrom<FlagType>('number', 'object', 'string'),
        fc.oneof(
          fc.string(),
          fc.json(),
          fc.double().map(String),
          fc.json().map((text) => text.slice(0, -1)),
        ),
        (type, text) => {
          const held = typedValue(type, text)
          const read = readValue(type, text)
          const gaps = gapsOf(flag(type, held))
          expect([held, gaps.length]).toEqual('value' in read ? [read.value, 0] : [text, 1])
        },
      ),
    )
  })

  it('says which variant cannot be read, and shows the text that was typed', () => {
    const held = typedValue('object', '{ "size": ')
    expect(gapsOf(flag('object', held))).toEqual(['fill in a JSON object, such as { "size": 3 }, for variant a'])
    expect(shownValue('object', held)).toBe('{ "size": ')
  })
})
