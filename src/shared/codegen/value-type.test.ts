import { describe, expect, it } from 'vitest'
import type { Json } from '../schemas/keys.ts'
import { valueType } from './value-type.ts'

describe('the type of values together', () => {
  const cases: [Json[], string][] = [
    [[], 'never'],
    [[true, 'a', 1, null], 'boolean | string | number | null'],
    [[{ a: 1 }, { a: 'x', b: true }], '{ a: number | string; b?: boolean }'],
    [[[]], 'readonly unknown[]'],
    [[['new'], []], 'readonly string[]'],
    [[['new'], [1]], 'readonly (string | number)[]'],
    [[{ boost: ['new'] }, { boost: [] }], '{ boost: readonly string[] }'],
    [[[[]], [['a']]], 'readonly (readonly string[])[]'],
    [[['a'], null], 'readonly string[] | null'],
  ]
  it.each(cases)('of %j is %s', (values, type) => {
    expect(valueType(values)).toBe(type)
  })
})
