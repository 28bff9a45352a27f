import { describe, expect, it } from 'vitest'
import { contextFields, type Declared } from './context-type.ts'

const attribute = (name: string, type: Declared['type'], more: Partial<Declared> = {}): Declared => ({
  ...{ name, type, required: false, knownValues: [] },
  ...more,
})
const fields = (...attributes: Declared[]) => contextFields(attributes).slice(1)

describe('the fields of a context', () => {
  it('begin with the targeting key, and come by name', () => {
    expect(contextFields([attribute('plan', 'string'), attribute('age', 'number')])).toEqual([
      '  targetingKey?: string',
      '  age?: number',
      '  plan?: string',
    ])
  })

  it.each([
    ['string', 'string'],
    ['number', 'number'],
    ['boolean', 'boolean'],
    ['datetime', 'number | string | Date'],
    ['version', 'string'],
    ['string list', 'readonly string[]'],
  ] as const)('of type %s take %s', (type, text) => {
    expect(fields(attribute('a', type, { required: true }))).toEqual([`  a: ${text}`])
  })

  it('offer the known values and take others', () => {
    expect(
      fields(
        attribute('country', 'string', { knownValues: ['NO', 'SE', 'NO'] }),
        attribute('level', 'number', { knownValues: [1, 2] }),
        attribute('tags', 'string list', { knownValues: ['x'] }),
      ),
    ).toEqual([
      '  country?: "NO" | "SE" | (string & {})',
      '  level?: 1 | 2 | (number & {})',
      '  tags?: readonly ("x" | (string & {}))[]',
    ])
  })

  it('nest dotted names, required as soon as one within is, and quote what is no identifier', () => {
    expect(
      fields(
        attribute('user.plan', 'string'),
        attribute('user.age', 'number', { required: true }),
        attribute('a\\.b', 'boolean'),
        attribute('user', 'string'),
      ),
    ).toEqual(['  "a.b"?: boolean', '  user: string | { age: number; plan?: string }'])
  })
})
